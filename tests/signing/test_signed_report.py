import json
import random
import re
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pikepdf
import pytest
from cryptography import x509 as certificates
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID
from pyhanko.pdf_utils.generic import StreamObject, pdf_name
from pyhanko.sign.signers.pdf_signer import PdfTimeStamper

from labharness.app.people.keys import open_file, read_certificates, read_revocations
from labharness.language.catalog import say
from labharness.model.reasons.report import Signatures
from labharness.reporting.pdf.archive import Declared
from labharness.reporting.stamps import SignatureRole
from labharness.signing.pdf_comparison import is_drawn
from labharness.signing.proofs import faults
from labharness.signing.signed_report import verify_file
from labharness.signing.signer import ARCHIVE_FIELD, _Writer, sign
from tests.support.reasons import every
from tests.support.signing_factory import WHEN, Signatories, revoke, small_pdf


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    return Signatories(tmp_path_factory.mktemp("people"))


@pytest.fixture(scope="module")
def tested(people):
    return people.sign(small_pdf("cd" * 32), (SignatureRole.TESTED,), when=WHEN)


@pytest.fixture(scope="module")
def signed(people, tested):
    return people.sign(tested, (SignatureRole.REVIEWED, SignatureRole.AUTHORIZED), when=WHEN)


@pytest.fixture(scope="module")
def lasting(people):
    return people.sign(small_pdf("cd" * 32), (SignatureRole.TESTED,), lasting=True)


CHANGED_LATER = Signatures.OF_ROLE(role="tested", why=Signatures.CHANGED_LATER())


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


def test_what_is_said_of_a_signed_file(people, signed):
    result = verify_file(signed, people.roots)

    assert result.clean
    assert result.declared == Declared("cd" * 32)
    assert result.unsigned == ()
    assert [each.role for each in result.signatures] == list(SignatureRole)
    assert all(each.intact and each.root.startswith("TRIAL AUTHORITY") for each in result.signatures)
    assert [(each.revision, each.revisions, each.whole) for each in result.signatures] == [
        (2, 4, False),
        (3, 4, False),
        (4, 4, True),
    ]
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


def test_one_flipped_digit_anywhere_in_a_container_is_found(people, tested, lasting):
    """Most of a container is covered by no signature; with a time stamp and proofs there is more of it."""
    source = random.Random(4614)
    for pdf in (tested, lasting):
        start, end, rest = gaps(pdf)[0]
        digits = [place for place in range(start + 1, end - 1) if pdf[place] != ord("0")]
        missed = []
        for place in source.sample(digits, 20):
            digit = int(chr(pdf[place]), 16) ^ (1 << source.randrange(4))
            changed = pdf[:place] + b"%X" % digit + pdf[place + 1 :]
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
    from pyhanko.pdf_utils.generic import NameObject, StreamObject
    from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter

    writer = IncrementalPdfFileWriter(BytesIO(tested))
    page = writer.root["/Pages"]["/Kids"][0]
    page[NameObject("/Contents")] = writer.add_object(StreamObject(stream_data=b"BT ET"))
    writer.update_container(page)
    out = BytesIO()
    writer.write(out)
    problems = verify_file(out.getvalue(), people.roots).problems

    assert CHANGED_LATER in problems
    assert Signatures.BYTES_APPENDED(size=len(out.getvalue()) - len(tested)) in problems


def test_an_authority_that_nobody_trusts_is_named(people, signed, tmp_path):
    other = Signatories(tmp_path)
    for roots in ((), other.roots):
        result = verify_file(signed, roots)
        assert all(each.intact and not each.trusted for each in result.signatures)
        assert (result.problems, result.trusted, result.clean) == ((), False, False)


def test_a_revocation_after_the_signature_does_not_undo_it(tmp_path):
    people = Signatories(tmp_path)
    pdf = people.sign(small_pdf(), (SignatureRole.TESTED,), lasting=True)
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
        names = [
            certificates.Name([certificates.NameAttribute(NameOID.COMMON_NAME, each)])
            for each in (name, issuer)
        ]
        builder = certificates.CertificateBuilder(*reversed(names), public, certificates.random_serial_number(),
                                               now - timedelta(hours=1), now + timedelta(days=9))  # fmt: skip
        builder = builder.add_extension(
            certificates.BasicConstraints(ca=authority, path_length=None), critical=True
        )
        usage = dict.fromkeys(
            ("key_encipherment", "data_encipherment", "key_agreement", "encipher_only", "decipher_only"),
            False,
        )
        usage |= {
            "digital_signature": not authority,
            "content_commitment": not authority,
            "key_cert_sign": authority,
            "crl_sign": authority,
        }
        return builder.add_extension(certificates.KeyUsage(**usage), critical=True).sign(by, hashes.SHA256())

    root = issue("Root", "Root", root_key.public_key(), root_key, authority=True)
    middle = issue("Issuing authority", "Root", middle_key.public_key(), root_key, authority=True)
    signer = issue("Engineer A", "Issuing authority", key.public_key(), middle_key, authority=False)
    file = folder / "key.pfx"
    locked = serialization.BestAvailableEncryption(b"x")
    file.write_bytes(pkcs12.serialize_key_and_certificates(b"a", key, signer, [middle, root], locked))
    roots = read_certificates(root.public_bytes(serialization.Encoding.PEM), "root")
    pdf = sign(small_pdf(), SignatureRole.TESTED, "Engineer A", open_file(file, lambda _: "x"))
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
    assert alone.problems == (
        Signatures.OF_ROLE(role="tested", why=Signatures.ISSUER_UNKNOWN(holder="Issuing authority")),
    )
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
        digit = int(chr(pdf[place]), 16) ^ (1 << source.randrange(4))
        changed = pdf[:place] + b"%X" % digit + pdf[place + 1 :]
        assert not verify_file(changed, roots).clean, place - start


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


@pytest.fixture(scope="module")
def stranger(tmp_path_factory):
    """People and time stamps of an authority that nobody trusts."""
    return Signatories(tmp_path_factory.mktemp("stranger"))


def stamped_by(stranger, pdf):
    """Return a file that a stranger's time stamp closes."""
    closed = PdfTimeStamper(stranger.stamps, ARCHIVE_FIELD).timestamp_pdf(_Writer(BytesIO(pdf)), "sha256")
    return closed.getvalue()


def rewritten(pdf, change):
    """Return a file to which a revision was added with other XMP."""
    writer = _Writer(BytesIO(pdf))
    packet = change(writer.root["/Metadata"].data)
    kinds = {pdf_name("/Type"): pdf_name("/Metadata"), pdf_name("/Subtype"): pdf_name("/XML")}
    writer.root[pdf_name("/Metadata")] = writer.add_object(StreamObject(kinds, stream_data=packet))
    writer.update_root()
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


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
            notes = page.obj.get("/Annots", [])
            page.obj.Annots = pikepdf.Array(
                [each for each in notes if str(each.get("/T", "")) in ("", "tested")]
            )
        file.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    result = verify_file(people.sign(out.getvalue(), (SignatureRole.TESTED,)), people.roots)

    assert (result.problems, result.trusted) == ((), True)
    assert result.unsigned == ("reviewed", "authorized")


def test_a_strangers_time_stamp_does_not_choose_the_day(people, stranger):
    """The token lies outside of what a signature covers: whoever has the file can put another there."""
    key, late = people.key("Engineer A"), WHEN + timedelta(days=3000)
    assert key.certificate.not_valid_after < late
    pdf = small_pdf()
    trusted = sign(pdf, SignatureRole.TESTED, "Engineer A", key, people.stamps, late)
    home_made = sign(pdf, SignatureRole.TESTED, "Engineer A", key, stranger.stamps, late)

    assert verify_file(trusted, people.roots).clean
    assert verify_file(home_made, people.roots).problems == (
        Signatures.OF_ROLE(role="tested", why=Signatures.OUT_OF_VALIDITY()),
    )


def test_a_list_of_revoked_certificates_from_outside_counts(tmp_path):
    """The file's own lists are those that its signer put there."""
    people, other = Signatories(tmp_path / "people"), Signatories(tmp_path / "other")
    key, pdf = people.key("Engineer A"), small_pdf()
    stamped = sign(pdf, SignatureRole.TESTED, "Engineer A", key, people.stamps, WHEN)
    claimed = sign(pdf, SignatureRole.TESTED, "Engineer A", key, None, WHEN)
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
