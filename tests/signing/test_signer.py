import re
import shutil
import subprocess
import threading
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO

import pikepdf
import pypdf
import pytest
from asn1crypto.tsp import TimeStampReq
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from labharness.errors import SignatureError
from labharness.language.dates import day_and_time
from labharness.model.reasons.report import Reports, Signatures, Signing
from labharness.reporting.stamps import SignatureRole
from labharness.signing.archive_conformance import violations
from labharness.signing.proofs import server
from labharness.signing.signed_report import verify_file
from labharness.signing.signer import ARCHIVE_FIELD, PROVES_NOTHING, is_signed, sign
from tests.support.signing_factory import PEOPLE, TEXTS, WHEN, Signatories, revoke, small_pdf


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    return Signatories(tmp_path_factory.mktemp("people"))


@pytest.fixture(scope="module")
def pdf():
    return small_pdf("cd" * 32)


@pytest.fixture(scope="module")
def signed(people, pdf):
    return people.sign(pdf, when=WHEN)


@pytest.fixture(scope="module")
def lasting(people, pdf):
    return people.sign(pdf, lasting=True)


def shown(pdf):
    """Return the text of the three fields' appearances."""
    result = []
    with pikepdf.open(BytesIO(pdf)) as file:
        for field in list(file.Root.AcroForm.Fields)[:3]:
            page = pikepdf.Pdf.new()
            page.add_blank_page()
            form = page.copy_foreign(field.AP.N)
            page.pages[0].obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Box=form))
            page.pages[0].obj.Contents = page.make_stream(b"/Box Do")
            out = BytesIO()
            page.save(out)
            result.append(" ".join(pypdf.PdfReader(out).pages[0].extract_text().split()))
    return result


@pytest.mark.desktop("poppler-utils")
@pytest.mark.skipif(shutil.which("pdfsig") is None, reason="poppler-utils is not installed")
def test_another_program_confirms_every_signature(lasting, tmp_path):
    file = tmp_path / "report.pdf"
    file.write_bytes(lasting)
    text = subprocess.run(
        ["pdfsig", "-nocert", file], capture_output=True, check=False, encoding="utf-8"
    ).stdout

    assert text.count("Signature Validation: Signature is Valid.") == 3
    assert re.findall("Signature Field Name: (.*)", text) == [*SignatureRole, ARCHIVE_FIELD]
    assert re.findall("Signer Certificate Common Name: (.*)", text)[:3] == list(PEOPLE.values())
    assert text.count("Signature Type: ETSI.CAdES.detached") == 3
    assert (text.count("- Total document signed"), text.count("- Not total document signed")) == (1, 3)


def test_pyhanko_validates_each_signature_offline(people, signed):
    context = ValidationContext(trust_roots=list(people.roots), allow_fetching=False)

    for each in PdfFileReader(BytesIO(signed)).embedded_signatures:
        assert validate_pdf_signature(each, context).bottom_line


def test_a_signed_report_verifies_and_is_still_fit_to_be_kept(people, signed, lasting):
    for pdf in (signed, lasting):
        assert violations(pdf) == ()
        assert verify_file(pdf, people.roots).problems == ()


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
    for role, text in zip(SignatureRole, shown(signed), strict=True):
        assert f"{role.value.upper()} — {PEOPLE[role]}" in text
        assert TEXTS[role.value] in text
        assert f"{day_and_time(WHEN.isoformat())} by the signer's clock" in text
        assert f"issued by {PROVES_NOTHING}" in text
        assert text.endswith(PROVES_NOTHING)


def test_the_signature_itself_says_who_why_and_when(signed, people):
    for each, role in zip(PdfFileReader(BytesIO(signed)).embedded_signatures, SignatureRole, strict=True):
        assert each.sig_object["/Name"] == PEOPLE[role]
        assert each.sig_object["/Reason"] == TEXTS[role.value]
        assert each.self_reported_timestamp == WHEN
    first = verify_file(signed, people.roots).signatures[0]
    assert (first.person, first.certificate, first.when, first.stamped, first.stamper, first.trial) == (
        "Engineer A", "Engineer A", WHEN.isoformat(), "", "", True,
    )  # fmt: skip


def test_a_lasting_signature_holds_time_stamps_and_proofs_and_ends_with_a_time_stamp(lasting, people):
    result = verify_file(lasting, people.roots)

    assert [each.role for each in result.signatures] == [*SignatureRole, ARCHIVE_FIELD]
    assert all(
        each.stamper == "Test time stamps" and datetime.fromisoformat(each.stamped)
        for each in result.signatures
    )
    assert [(each.revision, each.revisions, each.whole) for each in result.signatures] == [
        (2, 5, False), (3, 5, False), (4, 5, False), (5, 5, True),
    ]  # fmt: skip
    with pikepdf.open(BytesIO(lasting)) as file:
        assert len(file.Root.DSS.CRLs) >= 1
        assert "/VRI" not in file.Root.DSS


def test_a_signature_dated_before_its_certificate_is_found(people, pdf):
    early = people.sign(pdf, (SignatureRole.TESTED,), when=datetime(2020, 1, 1, tzinfo=UTC))

    assert verify_file(early, people.roots).problems == (
        Signatures.OF_ROLE(role="tested", why=Signatures.OUT_OF_VALIDITY()),
    )


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


def test_signing_follows_the_order_of_the_roles(people, pdf):
    key = people.key("Authorizer C")
    with pytest.raises(SignatureError) as refused:
        sign(pdf, SignatureRole.AUTHORIZED, "Authorizer C", key)
    assert refused.value.reasons == (Signing.SIGNED_TOO_EARLY(role="authorized", missing="tested"),)
    tested = people.sign(pdf, (SignatureRole.TESTED,))
    with pytest.raises(SignatureError) as refused:
        sign(tested, SignatureRole.AUTHORIZED, "Authorizer C", key)
    assert refused.value.reasons == (Signing.SIGNED_TOO_EARLY(role="authorized", missing="reviewed"),)
    with pytest.raises(SignatureError) as refused:
        sign(tested, SignatureRole.TESTED, "Authorizer C", key)
    assert refused.value.reasons == (Signing.SIGNED_ALREADY(role="tested", person="Engineer A"),)


@pytest.mark.parametrize(
    ("person", "key"),
    [("Engineer A", "Engineer A"), ("Somebody Else", "Engineer A"), ("ENGINEER  a", "Reviewer B")],
)
def test_the_reviewer_is_not_the_tester(people, pdf, person, key):
    tested = people.sign(pdf, (SignatureRole.TESTED,))
    with pytest.raises(SignatureError) as refused:
        sign(tested, SignatureRole.REVIEWED, person, people.key(key))
    assert refused.value.reasons == (Signing.SAME_PERSON(role="tested", person="Engineer A"),)


@pytest.mark.parametrize("earlier", [SignatureRole.TESTED, SignatureRole.REVIEWED])
def test_the_authorizer_is_neither_of_them(people, pdf, earlier):
    reviewed = people.sign(pdf, (SignatureRole.TESTED, SignatureRole.REVIEWED))
    with pytest.raises(SignatureError) as refused:
        sign(reviewed, SignatureRole.AUTHORIZED, PEOPLE[earlier], people.key(PEOPLE[earlier]))
    assert refused.value.reasons == (Signing.SAME_PERSON(role=earlier.value, person=PEOPLE[earlier]),)


def test_a_second_certificate_in_the_same_name_is_the_same_person(people, pdf, tmp_path):
    tested = people.sign(pdf, (SignatureRole.TESTED,))
    again = Signatories(tmp_path)  # another authority, another key, the same name
    with pytest.raises(SignatureError) as refused:
        sign(tested, SignatureRole.REVIEWED, "E. A.", again.key("Engineer A"))
    assert refused.value.reasons == (Signing.SAME_PERSON(role="tested", person="Engineer A"),)


@pytest.mark.parametrize("name", ["", "  ", "x" * 121, "two\x00lines", "right\u202eleft"])
def test_a_name_must_be_printable(people, pdf, name):
    with pytest.raises(SignatureError) as refused:
        sign(pdf, SignatureRole.TESTED, name, people.key("Engineer A"))
    assert refused.value.reasons == (Signing.NAME_LENGTH(most=120),)


def test_a_long_name_fits_into_the_block(people, pdf):
    name = "<b>W</b> & " + "W" * 109

    assert name.replace(" ", "") in shown(sign(pdf, SignatureRole.TESTED, name, people.key("Engineer A")))[
        0
    ].replace(" ", "")


def test_a_document_without_fields_cannot_be_signed(people, pdf):
    bare = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as file:
        del file.Root.AcroForm
        for page in file.pages:
            del page.obj["/Annots"]
        file.save(bare)
    with pytest.raises(SignatureError) as refused:
        sign(bare.getvalue(), SignatureRole.TESTED, "Engineer A", people.key("Engineer A"))
    assert refused.value.reasons == (Signing.NO_FIELD(role="tested"),)
    with pytest.raises(SignatureError) as refused:
        sign(b"no PDF", SignatureRole.TESTED, "Engineer A", people.key("Engineer A"))
    assert refused.value.reasons[0].is_a(Reports.UNREADABLE)


def test_a_revoked_certificate_cannot_sign_lastingly(tmp_path, pdf):
    people = Signatories(tmp_path)
    serial = people.key("Engineer A").certificate.serial_number
    revoke(people.authority, serial)

    with pytest.raises(SignatureError) as refused:
        people.sign(pdf, (SignatureRole.TESTED,), lasting=True)
    assert refused.value.reasons[0].is_a(Signing.CERTIFICATE_INVALID)


def test_a_time_stamp_of_a_stranger_proves_no_time_and_does_no_harm(people, pdf, tmp_path):
    stranger = Signatories(tmp_path)
    stamped = sign(
        pdf, SignatureRole.TESTED, "Engineer A", people.key("Engineer A", lasting=True), stranger.stamps
    )
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
    stamped = sign(pdf, SignatureRole.TESTED, "Engineer A", people.key("Engineer A"), server(stamping))
    result = verify_file(stamped, people.roots)

    assert result.problems == ()
    assert result.signatures[0].stamper == "Test time stamps"


@pytest.mark.parametrize("path", ["/page", "/broken", None])
def test_a_server_that_gives_no_time_stamp_is_named(people, pdf, stamping, path):
    url = stamping + path if path else "http://127.0.0.1:9/"
    with pytest.raises(SignatureError) as refused:
        sign(pdf, SignatureRole.TESTED, "Engineer A", people.key("Engineer A"), server(url))
    assert refused.value.reasons[0].is_a(Signing.NO_TIME_STAMP, Signing.SIGNING_FAILED)


def test_only_web_addresses_are_asked():
    with pytest.raises(SignatureError) as refused:
        server("file:///etc/passwd")
    assert refused.value.reasons == (Signing.NOT_A_STAMP_SERVER(url="file:///etc/passwd"),)
