"""A small document with signature fields, people with keys, and a time-stamp authority, for tests."""

import json
from datetime import UTC, datetime, timedelta
from functools import cached_property
from io import BytesIO

import pikepdf
import pypdf
from asn1crypto import keys, x509
from cryptography import x509 as certificates
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from pyhanko.sign.timestamps.dummy_client import DummyTimeStamper
from reportlab.platypus import SimpleDocTemplate

from labharness.app.people import authority
from labharness.app.people.authority import TrialAuthority, Trusted
from labharness.app.people.keys import open_file, read_certificates, read_revocations
from labharness.app.people.signing import NEEDS
from labharness.reporting.blocks import paragraph
from labharness.reporting.layout import SectionLayout, SectionPlace
from labharness.reporting.pdf.archive import About, Declared, archival
from labharness.reporting.stamps import SignatureRole
from labharness.reporting.typography import PAGE, TEXT
from labharness.signing.signature_check import ListedSigner
from labharness.signing.signer import sign
from reports.signatures import section
from tests.support.listed import listed

PASSPHRASE = "four cards in a row"
WHEN = datetime.now(UTC).replace(microsecond=0)
"""Certificates are good from now on, so nobody signs at another time."""
# The suite takes longer than clocks may differ, and all of it signs at this one moment.
authority._CLOCKS = timedelta(hours=12)
TEXTS = {
    "intro": "Signed in the order tested, reviewed, authorized.",
    "tested": "I conducted the tests.",
    "reviewed": "I did not conduct the tests; I checked this report against the evidence.",
    "authorized": "I authorize the issue of this report.",
    "tested_role": "Test engineer",
    "reviewed_role": "Technical reviewer",
    "authorized_role": "Authorizer",
}
PEOPLE = {
    SignatureRole.TESTED: "Engineer A",
    SignatureRole.REVIEWED: "Reviewer B",
    SignatureRole.AUTHORIZED: "Authorizer C",
}

LISTED = tuple(ListedSigner(name, role.value) for role, name in PEOPLE.items())


def list_people(space):
    """Put an administrator and the three who sign on the list of a workspace."""
    listed(space, "chief", "administrator")
    for role, name in PEOPLE.items():
        listed(space, name.lower().replace(" ", "-"), NEEDS[role], name=name)


def write_signers(file, listed=LISTED):
    """Write a laboratory's list of signers as ``people list --json`` does; returns the file."""
    lines = [
        {"name": each.name, "role": each.role, "since": each.since, "until": each.until} for each in listed
    ]
    file.write_text(json.dumps([{"name": "All", "signs": lines}]), encoding="utf-8")
    return file


def revise(bundle, pdf, roots=()):
    """Put another revision of a report in its place and list it, as whoever has the folder can."""
    for file, content in bundle.revised(pdf, roots).items():
        file.write_bytes(content)


def revoke(issuer, serial):
    """Put a certificate on an authority's list of revoked ones, from now on."""
    result = issuer._revoked()
    result.setdefault(f"{serial:x}", datetime.now(UTC).isoformat(timespec="seconds"))
    issuer._write(authority._REVOKED, json.dumps(result).encode())


def drawn(story, **options):
    """Return what ReportLab draws."""
    out = BytesIO()
    options = {"pagesize": PAGE, "invariant": 1, "initialFontName": TEXT, "lang": "en-US", **options}
    SimpleDocTemplate(out, **options).build(story)
    return out.getvalue()


def small_pdf(manifest="", title="Report R-1 <&>", **declared):
    """Return a report of two pages with three empty fields."""
    part = SectionPlace(SectionLayout(name="signatures", title="Signatures", texts=TEXTS), "Report", ())
    story = [paragraph("Every card is where it should be."), *section(None, part)]
    about = About(
        title,
        "Bureau",
        "Two words – and one",
        "ab" * 32,
        datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        Declared(manifest, **declared),
    )
    return archival(drawn(story), about)


def field_texts(pdf):
    """Return the text that each of the three fields shows."""
    result = []
    with pikepdf.open(BytesIO(pdf)) as file:
        for field in list(file.Root.AcroForm.Fields)[:3]:
            page, out = pikepdf.Pdf.new(), BytesIO()
            page.add_blank_page()
            form = page.copy_foreign(field.AP.N)
            page.pages[0].obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Box=form))
            page.pages[0].obj.Contents = page.make_stream(b"/Box Do")
            page.save(out)
            result.append(" ".join(pypdf.PdfReader(out).pages[0].extract_text().split()))
    return result


class Signatories:
    """People of one trial authority.

    Parameters
    ----------
    folder
        Where their keys are kept.
    """

    def __init__(self, folder):
        self.folder, self.authority = folder, TrialAuthority.of(folder)
        self._keys = {}

    @property
    def roots(self):
        """The authority's certificate."""
        return read_certificates(self.authority.root, "authority")

    @property
    def trusted(self):
        """What a reader trusts who has the authority's certificate and the laboratory's list of signers."""
        return Trusted(tuple(self.roots), signers=LISTED)

    def file(self, person, role="tested"):
        """Return the path of a person's key."""
        path = self.folder / f"{person}.p12"
        if not path.exists():
            path.write_bytes(self.authority.issue(person, role, PASSPHRASE))
        return path

    def key(self, person, *, lasting=False):
        """Return a person's key; a lasting signature needs the list of revoked certificates."""
        if (person, lasting) not in self._keys:
            crls = [read_revocations(self.authority.crl(), "crl")] if lasting else ()
            self._keys[person, lasting] = open_file(self.file(person), lambda _: PASSPHRASE, crls=crls)
        return self._keys[person, lasting]

    @cached_property
    def stamps(self):
        """A time-stamp authority; the one that pyHanko brings wants an RSA key."""
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        root, root_key = self.authority._loaded()
        now = datetime.now(UTC)
        sign = (
            certificates.CertificateBuilder()
            .subject_name(
                certificates.Name([certificates.NameAttribute(NameOID.COMMON_NAME, "Test time stamps")])
            )
            .issuer_name(root.subject)
            .public_key(key.public_key())
            .serial_number(4614)
            .not_valid_before(now - timedelta(hours=1))
            .not_valid_after(now + timedelta(days=30))
            .add_extension(certificates.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
            .add_extension(
                certificates.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()),
                critical=False,
            )
            .sign(root_key, hashes.SHA256())
        )
        der, plain = serialization.Encoding.DER, serialization.NoEncryption()
        private = key.private_bytes(der, serialization.PrivateFormat.PKCS8, plain)
        return DummyTimeStamper(
            x509.Certificate.load(sign.public_bytes(der)), keys.PrivateKeyInfo.load(private)
        )

    def sign(self, pdf, roles=tuple(SignatureRole), *, lasting=False, when=None):
        """Sign in every role, each person once."""
        for role in roles:
            key = self.key(PEOPLE[role], lasting=lasting)
            pdf = sign(pdf, role, PEOPLE[role], key, self.stamps if lasting else None, when)
        return pdf
