"""Signatures of a report: how they are made, and what is found wrong with a file that has some."""

import json
import random
import re
import shutil
import subprocess
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO

import pikepdf
import pytest
from asn1crypto.tsp import TimeStampReq
from cryptography import x509 as certificates
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID
from pyhanko.pdf_utils.generic import StreamObject, pdf_name
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.signers.pdf_signer import PdfTimeStamper
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from labharness.app.people.keys import open_file, read_certificates, read_revocations
from labharness.errors import SignatureError
from labharness.language.catalog import say
from labharness.language.dates import day_and_time
from labharness.model.reasons.report import Reports, Signatures, Signing
from labharness.reporting.pdf.archive import Declared
from labharness.reporting.stamps import SignatureRole
from labharness.signing.archive_conformance import violations
from labharness.signing.pdf_comparison import is_drawn
from labharness.signing.proofs import faults, server
from labharness.signing.signed_report import verify_file
from labharness.signing.signer import ARCHIVE_FIELD, PROVES_NOTHING, _Writer, is_signed, sign
from tests.support.reasons import every, refused
from tests.support.signing_factory import PEOPLE, TEXTS, WHEN, Signatories, field_texts, revoke, small_pdf

TESTED, REVIEWED, AUTHORIZED = SignatureRole
CHANGED_LATER = Signatures.OF_ROLE(role="tested", why=Signatures.CHANGED_LATER())
OUT_OF_VALIDITY = Signatures.OF_ROLE(role="tested", why=Signatures.OUT_OF_VALIDITY())


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    return Signatories(tmp_path_factory.mktemp("people"))


@pytest.fixture(scope="module")
def stranger(tmp_path_factory):
    """People and time stamps of an authority that nobody trusts."""
    return Signatories(tmp_path_factory.mktemp("stranger"))


@pytest.fixture(scope="module")
def pdf():
    return small_pdf("cd" * 32)


@pytest.fixture(scope="module")
def tested(people, pdf):
    return people.sign(pdf, (TESTED,), when=WHEN)


@pytest.fixture(scope="module")
def signed(people, tested):
    return people.sign(tested, (REVIEWED, AUTHORIZED), when=WHEN)


@pytest.fixture(scope="module")
def lasting(people, pdf):
    return people.sign(pdf, lasting=True)


@pytest.mark.desktop("poppler-utils")
@pytest.mark.skipif(shutil.which("pdfsig") is None, reason="poppler-utils is not installed")
def test_another_program_confirms_every_signature(lasting, tmp_path):
    file = tmp_path / "report.pdf"
    file.write_bytes(lasting)
    command = ["pdfsig", "-nocert", file]
    text = subprocess.run(command, capture_output=True, check=False, encoding="utf-8").stdout

    assert text.count("Signature Validation: Signature is Valid.") == 3
    assert re.findall("Signature Field Name: (.*)", text) == [*SignatureRole, ARCHIVE_FIELD]
    assert re.findall("Signer Certificate Common Name: (.*)", text)[:3] == list(PEOPLE.values())
    assert text.count("Signature Type: ETSI.CAdES.detached") == 3
    assert (text.count("- Total document signed"), text.count("- Not total document signed")) == (1, 3)


def test_a_damaged_signed_file_is_still_a_signed_one(pdf, signed):
    assert not is_signed(pdf)
    assert is_signed(signed)
    assert is_signed(signed[:-2000] + bytes(2000))


def test_every_signature_adds_and_changes_nothing_before_it(people, pdf):
    for role in SignatureRole:
        longer = people.sign(pdf, (role,))
        assert longer.startswith(pdf)
        pdf = longer


def test_the_visible_block_names_person_meaning_time_and_authority(signed):
    for role, text in zip(SignatureRole, field_texts(signed), strict=True):
        assert f"{role.value.upper()} — {PEOPLE[role]}" in text
        assert TEXTS[role.value] in text
        assert f"{day_and_time(WHEN.isoformat())} by the signer's clock" in text
        assert f"issued by {PROVES_NOTHING}" in text
        assert text.endswith(PROVES_NOTHING)


def test_the_signature_itself_says_who_why_and_when_and_pyhanko_validates_it_offline(signed, people):
    context = ValidationContext(trust_roots=list(people.roots), allow_fetching=False)
    for each, role in zip(PdfFileReader(BytesIO(signed)).embedded_signatures, SignatureRole, strict=True):
        assert each.sig_object["/Name"] == PEOPLE[role]
        assert each.sig_object["/Reason"] == TEXTS[role.value]
        assert each.self_reported_timestamp == WHEN
        assert validate_pdf_signature(each, context).bottom_line
    first = verify_file(signed, people.roots).signatures[0]
    assert (first.person, first.certificate, first.when, first.stamped, first.stamper, first.trial) == (
        "Engineer A", "Engineer A", WHEN.isoformat(), "", "", True,
    )  # fmt: skip


def test_a_lasting_signature_holds_time_stamps_and_proofs_and_ends_with_a_time_stamp(lasting, people):
    result = verify_file(lasting, people.roots)

    assert (result.problems, violations(lasting)) == ((), ())
    assert [each.role for each in result.signatures] == [*SignatureRole, ARCHIVE_FIELD]
    assert {each.stamper for each in result.signatures} == {"Test time stamps"}
    assert all(datetime.fromisoformat(each.stamped) for each in result.signatures)
    revisions = [(each.revision, each.revisions, each.whole) for each in result.signatures]
    assert revisions == [(2, 5, False), (3, 5, False), (4, 5, False), (5, 5, True)]
    with pikepdf.open(BytesIO(lasting)) as file:
        assert len(file.Root.DSS.CRLs) >= 1
        assert "/VRI" not in file.Root.DSS


def test_a_signature_dated_before_its_certificate_is_found(people, pdf):
    early = people.sign(pdf, (TESTED,), when=datetime(2020, 1, 1, tzinfo=UTC))

    assert verify_file(early, people.roots).problems == (OUT_OF_VALIDITY,)


def test_a_signature_lasts_longer_than_its_certificate(lasting, people, monkeypatch):
    class Later(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime(2040, 1, 1, tzinfo=UTC).astimezone(tz)

    monkeypatch.setattr("pyhanko_certvalidator.context.datetime", Later)
    naive = ValidationContext(trust_roots=list(people.roots), allow_fetching=False)
    first = PdfFileReader(BytesIO(lasting)).embedded_signatures[0]

    assert not validate_pdf_signature(first, naive).trusted  # judged by that day's clock it has expired
    assert verify_file(lasting, people.roots).problems == ()


def test_signing_follows_the_order_of_the_roles(people, pdf, tested):
    key = people.key("Authorizer C")
    for file, role, reason in (
        (pdf, AUTHORIZED, Signing.SIGNED_TOO_EARLY(role="authorized", missing="tested")),
        (tested, AUTHORIZED, Signing.SIGNED_TOO_EARLY(role="authorized", missing="reviewed")),
        (tested, TESTED, Signing.SIGNED_ALREADY(role="tested", person="Engineer A")),
    ):
        assert refused(SignatureError, sign, file, role, "Authorizer C", key) == (reason,)


def test_nobody_signs_twice_under_whatever_name_or_key(people, stranger, tested):
    """The reviewer is not the tester and the authorizer is neither; another authority's key in a name is of the same person."""
    engineer, reviewer = people.key("Engineer A"), people.key("Reviewer B")
    reviewed = people.sign(tested, (REVIEWED,))
    for file, role, name, key, earlier in (
        (tested, REVIEWED, "Engineer A", engineer, TESTED),
        (tested, REVIEWED, "Somebody Else", engineer, TESTED),
        (tested, REVIEWED, "ENGINEER  a", reviewer, TESTED),
        (tested, REVIEWED, "E. A.", stranger.key("Engineer A"), TESTED),
        (reviewed, AUTHORIZED, "Engineer A", engineer, TESTED),
        (reviewed, AUTHORIZED, "Reviewer B", reviewer, REVIEWED),
    ):
        same = Signing.SAME_PERSON(role=earlier.value, person=PEOPLE[earlier])
        assert refused(SignatureError, sign, file, role, name, key) == (same,), name


def test_a_name_must_be_printable_and_a_long_one_fits_into_the_block(people, pdf):
    key, long = people.key("Engineer A"), "<b>W</b> & " + "W" * 109
    for name in ("", "  ", "x" * 121, "two\x00lines", "right\u202eleft"):
        assert refused(SignatureError, sign, pdf, TESTED, name, key) == (Signing.NAME_LENGTH(most=120),), name
    block, *_ = field_texts(sign(pdf, TESTED, long, key))
    assert long.replace(" ", "") in block.replace(" ", "")


def test_a_document_without_fields_cannot_be_signed(people, pdf):
    bare, by = BytesIO(), ("Engineer A", people.key("Engineer A"))
    with pikepdf.open(BytesIO(pdf)) as file:
        del file.Root.AcroForm
        for page in file.pages:
            del page.obj["/Annots"]
        file.save(bare)
    (reason,) = refused(SignatureError, sign, bare.getvalue(), TESTED, *by)
    assert reason == Signing.NO_FIELD(role="tested")
    assert refused(SignatureError, sign, b"no PDF", TESTED, *by)[0].is_a(Reports.UNREADABLE)


def test_a_revoked_certificate_cannot_sign_lastingly(tmp_path, pdf):
    people = Signatories(tmp_path)
    revoke(people.authority, people.key("Engineer A").certificate.serial_number)

    (reason, *_) = refused(SignatureError, people.sign, pdf, (TESTED,), lasting=True)
    assert reason.is_a(Signing.CERTIFICATE_INVALID)


def test_a_time_stamp_of_a_stranger_proves_no_time_and_does_no_harm(people, pdf, stranger):
    stamped = sign(pdf, TESTED, "Engineer A", people.key("Engineer A", lasting=True), stranger.stamps)
    result = verify_file(stamped, people.roots)

    assert result.problems == ()
    unproven = Signatures.TIME_UNPROVEN(why=Signatures.AUTHORITY_UNTRUSTED())
    assert Signatures.OF_ROLE(role="tested", why=unproven) in result.notes
    both = verify_file(stamped, (*people.roots, *stranger.roots))
    assert (both.problems, both.signatures[0].notes) == ((), ())
    with pikepdf.open(BytesIO(stamped)) as file:
        assert "/DSS" not in file.Root


@pytest.fixture
def stamping(people):
    """Serve RFC 3161 over HTTP, as the world's servers do."""

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self):
            asked = TimeStampReq.load(self.rfile.read(int(self.headers["Content-Length"])))
            content = b"no" if self.path == "/broken" else people.stamps.request_tsa_response(asked).dump()
            self.send_response(200)
            kind = "text/html" if self.path == "/page" else "application/timestamp-reply"
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as served:
        thread = threading.Thread(target=served.serve_forever, args=(0.02,))
        thread.start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()
        thread.join()


def test_a_time_stamp_comes_from_a_server(people, pdf, stamping):
    stamped = sign(pdf, TESTED, "Engineer A", people.key("Engineer A"), server(stamping))
    result = verify_file(stamped, people.roots)

    assert result.problems == ()
    assert result.signatures[0].stamper == "Test time stamps"


@pytest.mark.parametrize("path", ["/page", "/broken", None])
def test_a_server_that_gives_no_time_stamp_is_named(people, pdf, stamping, path):
    silent = server(stamping + path if path else "http://127.0.0.1:9/")
    (reason, *_) = refused(SignatureError, sign, pdf, TESTED, "Engineer A", people.key("Engineer A"), silent)
    assert reason.is_a(Signing.NO_TIME_STAMP, Signing.SIGNING_FAILED)


def test_only_web_addresses_are_asked():
    url = "file:///etc/passwd"
    assert refused(SignatureError, server, url) == (Signing.NOT_A_STAMP_SERVER(url=url),)


# --- what is found of a file


def codes(reasons):
    """Return the codes of reasons and of those within them."""
    return {each.member for each in every(reasons)}


def gaps(pdf):
    """Return where the containers of the signatures begin and end."""
    result = re.finditer(rb"/ByteRange ?\[0 (\d+) (\d+) (\d+)", pdf)
    return [(int(each[1]), int(each[2]), int(each[3])) for each in result]


def flipped(pdf, place, bit):
    changed = bytearray(pdf)
    changed[place] ^= 1 << bit
    return bytes(changed)


def misspelt(pdf, place, source):
    """Return a file with a bit of a hexadecimal digit flipped."""
    digit = int(chr(pdf[place]), 16) ^ (1 << source.randrange(4))
    return pdf[:place] + b"%X" % digit + pdf[place + 1 :]


def revised(pdf, change):
    """Return a file with a revision more."""
    writer, out = _Writer(BytesIO(pdf)), BytesIO()
    change(writer)
    writer.write(out)
    return out.getvalue()


def test_what_is_said_of_a_signed_file(people, signed):
    result = verify_file(signed, people.roots)

    assert result.clean
    assert violations(signed) == ()
    assert result.declared == Declared("cd" * 32)
    assert result.unsigned == ()
    assert [each.role for each in result.signatures] == list(SignatureRole)
    assert all(each.intact and each.root.startswith("TRIAL AUTHORITY") for each in result.signatures)
    revisions = [(each.revision, each.revisions, each.whole) for each in result.signatures]
    assert revisions == [(2, 4, False), (3, 4, False), (4, 4, True)]
    clocks = [Signatures.OF_ROLE(role=role.value, why=Signatures.SIGNERS_CLOCK()) for role in SignatureRole]
    assert result.notes == (Signatures.TRIAL(), *clocks)


@pytest.mark.parametrize(("which", "marked", "anywhere"), [("tested", 16, 16), ("signed", 10, 6)])
def test_one_flipped_byte_anywhere_is_found(people, tested, signed, which, marked, anywhere):
    """Every region: header, objects, streams, tables, trailers, containers and what lies between revisions."""
    pdf, source = {"tested": tested, "signed": signed}[which], random.Random(461)
    places = {0, 7, 9, 12, len(pdf) - 1, len(pdf) - 3}
    for start, end, rest in gaps(pdf):
        places |= {start, start + 1, start + 4, end - 1, end - 2, end, end + rest - 1, end + rest - 8}
    for mark in (b"/ByteRange", b"startxref", b"trailer", b"%%EOF", b"endstream", b"/Metadata", b"xref\n0"):
        places |= {each.start() + 1 for each in re.finditer(re.escape(mark), pdf)}
    chosen = source.sample(sorted(places), marked) + [source.randrange(len(pdf)) for _ in range(anywhere)]

    result = {place: verify_file(flipped(pdf, place, source.randrange(8)), people.roots) for place in chosen}

    assert [place for place, each in result.items() if each.clean] == []
    assert [place for place, each in result.items() if not all(map(say, each.problems))] == []


def test_signatures_that_cannot_be_reached_are_missed(people, signed):
    """Without its form a file looks as if nobody had signed it."""
    place = signed.rindex(b"/AcroForm") + 3
    result = verify_file(flipped(signed, place, 1), people.roots)

    assert result.signatures == ()
    assert result.problems == (Signatures.UNREACHED(held=3, reached=0),)


def test_one_flipped_digit_anywhere_in_a_container_is_found(people, pdf, tested):
    """Most of a container is covered by no signature; with a time stamp and proofs there is more of it."""
    source = random.Random(4614)
    for file in (tested, people.sign(pdf, (TESTED,), lasting=True)):
        start, end, rest = gaps(file)[0]
        digits = [place for place in range(start + 1, end - 1) if file[place] != ord("0")]
        missed = []
        for place in source.sample(digits, 20):
            changed = misspelt(file, place, source)
            if not list(faults(changed, [0, start, end, rest], people.roots)):
                missed += [place] if verify_file(changed, people.roots).clean else []
        assert missed == []


def test_the_empty_end_of_a_container_stays_empty(people, tested):
    start, end, _ = gaps(tested)[0]
    empty = [place for place in range(start, end) if tested[place : end - 1].strip(b"0") == b""]
    changed = tested[: empty[9]] + b"1" + tested[empty[9] + 1 :]

    space = Signatures.OF_ROLE(role="tested", why=Signatures.SPACE_USED())
    assert space in verify_file(changed, people.roots).problems


def test_a_letter_of_a_container_in_the_other_case_is_found(people, tested):
    start, end, _ = gaps(tested)[0]
    place = next(place for place in range(start + 100, end) if chr(tested[place]) in "ABCDEF")
    changed = tested[:place] + tested[place : place + 1].lower() + tested[place + 1 :]

    assert not verify_file(changed, people.roots).clean


@pytest.mark.parametrize("tail", [b"\n", b"x", b"%%EOF\n", b"1 0 obj\n<<>>\nendobj\n"])
def test_bytes_after_the_last_signature_are_found(people, signed, tail):
    result = verify_file(signed + tail, people.roots)

    assert Signatures.BYTES_APPENDED(size=len(tail)) in result.problems or not result.signatures
    assert not result.clean


def test_a_file_that_was_cut_back_to_an_earlier_signature_says_which_are_missing(people, tested, signed):
    assert signed.startswith(tested)
    result = verify_file(tested, people.roots)

    assert result.clean
    assert result.unsigned == ("reviewed", "authorized")
    assert Signatures.ROLES_UNSIGNED(roles=result.unsigned) in result.notes


def test_a_page_that_is_replaced_by_a_later_revision_is_found(people, tested):
    def emptied(writer):
        page = writer.root["/Pages"]["/Kids"][0]
        page[pdf_name("/Contents")] = writer.add_object(StreamObject(stream_data=b"BT ET"))
        writer.update_container(page)

    longer = revised(tested, emptied)
    problems = verify_file(longer, people.roots).problems
    assert CHANGED_LATER in problems
    assert Signatures.BYTES_APPENDED(size=len(longer) - len(tested)) in problems


def test_an_authority_that_nobody_trusts_is_named(signed, stranger):
    for roots in ((), stranger.roots):
        result = verify_file(signed, roots)
        assert all(each.intact and not each.trusted for each in result.signatures)
        assert (result.problems, result.trusted, result.clean) == ((), False, False)


def test_a_revocation_after_the_signature_does_not_undo_it(tmp_path):
    people = Signatories(tmp_path)
    pdf = people.sign(small_pdf(), (TESTED,), lasting=True)
    revoke(people.authority, people.key("Engineer A").certificate.serial_number)

    assert verify_file(pdf, people.roots).clean


@pytest.fixture(scope="module")
def chained(tmp_path_factory):
    return issued_by_a_chain(tmp_path_factory.mktemp("chained"))


def issued_by_a_chain(folder):
    """A file signed with a key as authorities that check persons issue them: RSA, and two certificates above it."""
    now = datetime.now(UTC)
    root_key, middle_key = ec.generate_private_key(ec.SECP384R1()), ec.generate_private_key(ec.SECP256R1())
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)

    def issue(name, issuer, public, by, *, authority):
        names = [[certificates.NameAttribute(NameOID.COMMON_NAME, each)] for each in (issuer, name)]
        builder = certificates.CertificateBuilder(*map(certificates.Name, names), public, certificates.random_serial_number(),
                                               now - timedelta(hours=1), now + timedelta(days=9))  # fmt: skip
        constraints = certificates.BasicConstraints(ca=authority, path_length=None)
        builder = builder.add_extension(constraints, critical=True)
        never = ("key_encipherment", "data_encipherment", "key_agreement", "encipher_only", "decipher_only")
        usage = dict.fromkeys(never, False) | dict.fromkeys(("key_cert_sign", "crl_sign"), authority)
        usage |= dict.fromkeys(("digital_signature", "content_commitment"), not authority)
        return builder.add_extension(certificates.KeyUsage(**usage), critical=True).sign(by, hashes.SHA256())

    root = issue("Root", "Root", root_key.public_key(), root_key, authority=True)
    middle = issue("Issuing authority", "Root", middle_key.public_key(), root_key, authority=True)
    signer = issue("Engineer A", "Issuing authority", key.public_key(), middle_key, authority=False)
    file = folder / "key.pfx"
    locked = serialization.BestAvailableEncryption(b"x")
    file.write_bytes(pkcs12.serialize_key_and_certificates(b"a", key, signer, [middle, root], locked))
    roots = read_certificates(root.public_bytes(serialization.Encoding.PEM), "root")
    pdf = sign(small_pdf(), TESTED, "Engineer A", open_file(file, lambda _: "x"))
    return pdf, roots, middle.public_bytes(serialization.Encoding.DER)


def test_a_chain_of_certificates_is_followed_to_its_root(chained):
    pdf, roots, _ = chained
    result = verify_file(pdf, roots)

    assert result.problems == ()
    assert (result.signatures[0].issuer, result.signatures[0].root, result.signatures[0].trial) == (
        "Issuing authority", "Root", False,
    )  # fmt: skip
    assert Signatures.TRIAL() not in result.notes
    alone = verify_file(pdf, ())
    unknown = Signatures.ISSUER_UNKNOWN(holder="Issuing authority")
    assert alone.problems == (Signatures.OF_ROLE(role="tested", why=unknown),)
    brought = verify_file(pdf, (), known=roots)
    assert (brought.problems, brought.trusted) == ((), False), "what completes a chain vouches for nothing"


def test_an_authority_with_a_copied_name_vouches_for_nobody(chained, tmp_path):
    """These certificates name no keys of issuers, so that the name alone leads from one to the next."""
    theirs, _, _ = issued_by_a_chain(tmp_path)
    _, roots, _ = chained
    assert not verify_file(theirs, roots).trusted
    assert not verify_file(theirs, roots).clean


def test_a_flipped_byte_in_a_certificate_between_is_found(chained):
    pdf, roots, middle = chained
    source, start = random.Random(461), pdf.index(middle.hex().upper().encode())
    for place in source.sample(range(start, start + 2 * len(middle)), 25):
        assert not verify_file(misspelt(pdf, place, source), roots).clean, place - start


def test_a_file_without_signatures_is_said_to_prove_nothing():
    result = verify_file(small_pdf())

    assert result.clean
    assert result.unsigned == tuple(SignatureRole)
    assert result.notes == (Signatures.UNSIGNED(),)


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7\n", b"PK\x03\x04" * 100])
def test_a_file_that_is_no_pdf_is_said_to_be_none(content):
    result = verify_file(content)

    assert result.problems[0].is_a(Signatures.UNREADABLE)


def test_a_signature_in_a_file_that_is_saved_again_is_broken(people, signed):
    out = BytesIO()
    with pikepdf.open(BytesIO(signed)) as file:
        file.save(out)

    assert not verify_file(out.getvalue(), people.roots).clean


def stamped_by(stranger, pdf):
    """Return a file that a stranger's time stamp closes."""
    closed = PdfTimeStamper(stranger.stamps, ARCHIVE_FIELD).timestamp_pdf(_Writer(BytesIO(pdf)), "sha256")
    return closed.getvalue()


def rewritten(pdf, change):
    """Return a file to which a revision was added with other XMP."""

    def replaced(writer):
        packet = change(writer.root["/Metadata"].data)
        kinds = {pdf_name("/Type"): pdf_name("/Metadata"), pdf_name("/Subtype"): pdf_name("/XML")}
        writer.root[pdf_name("/Metadata")] = writer.add_object(StreamObject(kinds, stream_data=packet))
        writer.update_root()

    return revised(pdf, replaced)


def test_a_stranger_who_adds_to_a_signed_file_declares_nothing(people, stranger):
    """The manifest and verdict of an issued report, replaced in its XMP and closed with a home-made time stamp."""
    signed = people.sign(small_pdf("cd" * 32, verdict="FAIL"))
    changed = rewritten(
        signed, lambda packet: packet.replace(b"cd" * 32, b"ee" * 32).replace(b">FAIL<", b">PASS<")
    )
    result = verify_file(stamped_by(stranger, changed), people.roots)

    assert result.declared == Declared("cd" * 32, "FAIL")
    assert CHANGED_LATER in result.problems
    assert not result.clean


def test_what_a_file_declares_was_drawn_and_not_added(people):
    drawn = small_pdf("cd" * 32)
    changed = rewritten(drawn, lambda packet: packet.replace(b"cd" * 32, b"ee" * 32))

    assert is_drawn(people.sign(drawn), drawn)
    assert not is_drawn(people.sign(changed), drawn)


def test_a_strangers_time_stamp_over_an_issued_file_changes_nothing_else(people, signed, stranger):
    result = verify_file(stamped_by(stranger, signed), people.roots)

    assert (result.problems, result.trusted, result.unsigned) == ((), True, ())
    assert [each.by_person for each in result.signatures] == [True, True, True, False]


def test_a_time_stamp_is_no_signature(stranger):
    for roots in ((), stranger.roots):
        result = verify_file(stamped_by(stranger, small_pdf()), roots)
        assert (result.signers, result.trusted, result.unsigned) == ((), False, tuple(SignatureRole))
        assert Signatures.UNSIGNED() in result.notes


def test_a_role_without_a_field_is_not_signed(people):
    """Whoever draws a report with one field, and has one good key, has not issued it."""
    out = BytesIO()
    with pikepdf.open(BytesIO(small_pdf())) as file:
        fields = file.Root.AcroForm.Fields
        kept = [each for each in fields if str(each.T) == "tested"]
        file.Root.AcroForm.Fields = pikepdf.Array(kept)
        for page in file.pages:
            notes = (
                each for each in page.obj.get("/Annots", []) if str(each.get("/T", "")) in ("", "tested")
            )
            page.obj.Annots = pikepdf.Array(list(notes))
        file.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    result = verify_file(people.sign(out.getvalue(), (TESTED,)), people.roots)

    assert (result.problems, result.trusted) == ((), True)
    assert result.unsigned == ("reviewed", "authorized")


def test_a_strangers_time_stamp_does_not_choose_the_day(people, stranger):
    """The token lies outside of what a signature covers: whoever has the file can put another there."""
    key, late = people.key("Engineer A"), WHEN + timedelta(days=3000)
    assert key.certificate.not_valid_after < late
    pdf = small_pdf()
    trusted = sign(pdf, TESTED, "Engineer A", key, people.stamps, late)
    home_made = sign(pdf, TESTED, "Engineer A", key, stranger.stamps, late)

    assert verify_file(trusted, people.roots).clean
    assert verify_file(home_made, people.roots).problems == (OUT_OF_VALIDITY,)


def test_a_list_of_revoked_certificates_from_outside_counts(tmp_path):
    """The file's own lists are those that its signer put there."""
    people, other = Signatories(tmp_path / "people"), Signatories(tmp_path / "other")
    key, pdf = people.key("Engineer A"), small_pdf()
    stamped = sign(pdf, TESTED, "Engineer A", key, people.stamps, WHEN)
    claimed = sign(pdf, TESTED, "Engineer A", key, None, WHEN)
    elsewhere = read_revocations(other.authority.crl(), "elsewhere")

    def revoked(since):
        serial = f"{key.certificate.serial_number:x}"
        people.authority._write("revoked.json", json.dumps({serial: since.isoformat()}).encode())
        return [read_revocations(people.authority.crl(), "list")]

    earlier, later = revoked(WHEN - timedelta(hours=1)), revoked(WHEN + timedelta(days=1))
    for pdf, crls, good in (
        (claimed, (), True),
        (claimed, earlier, False),
        (claimed, later, False),
        (stamped, earlier, False),
        (stamped, later, True),
    ):
        result = verify_file(pdf, people.roots, crls=crls)
        assert result.clean is good
        assert (Signatures.REVOKED_BEFORE in codes(result.problems)) is not good
        assert (Signatures.REVOCATIONS_AS_OF in codes(result.notes)) is bool(crls)
    theirs = verify_file(claimed, people.roots, crls=[elsewhere])
    assert theirs.clean
    assert Signatures.REVOCATIONS_OF_OTHERS in codes(theirs.notes)
