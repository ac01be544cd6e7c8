"""What a signature rests on besides a key: certificates, lists of revoked ones, and time stamps.

The container of a signature: the bytes that its signature does not cover, checked one by one.

A signature in a PDF covers every byte of the file but its own container (RFC 5652), and within that container
it covers the signed attributes alone.  Everything else there must follow from what is covered, or a byte
could be changed that nobody notices.

Names of people compared: what is equal, what only looks equal, and names that mix alphabets.
"""

from __future__ import annotations

import asyncio
import unicodedata
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.request import Request, urlopen

from asn1crypto.cms import ContentInfo, SignedData, SignerInfo
from asn1crypto.core import VOID
from asn1crypto.crl import CertificateList
from asn1crypto.tsp import TimeStampReq, TimeStampResp
from asn1crypto.x509 import Certificate
from asn1crypto.x509 import Name as X509Name
from cryptography import x509
from pyhanko.sign.signers import Signer
from pyhanko.sign.timestamps import TimeStamper
from pyhanko.sign.timestamps.common_utils import TimestampRequestError, set_tsp_headers
from pyhanko_certvalidator import CertificateValidator, ValidationContext
from pyhanko_certvalidator.errors import PathBuildingError, PathValidationError

from labharness.errors import SignatureError
from labharness.model.reasons.report import Signatures, Signing
from labharness.reason import Reason

_PATIENCE_S = 30


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key that can sign, and what others need to judge its certificate.

    Parameters
    ----------
    signer
        The key itself, in memory or on a token.
    roots
        Certificates at the top of the chain, of the time stamps' too.
    crls
        Lists of revoked certificates for the chain; without them the signature holds no proof that the
        certificate was good on the day.
    """

    signer: Signer
    roots: tuple[Certificate, ...] = ()
    crls: tuple[CertificateList, ...] = ()

    @property
    def certificate(self) -> Certificate:
        """The signer's certificate."""
        cert = self.signer.signing_cert
        if cert is None:
            raise SignatureError(Signing.KEY_INCOMPLETE())
        return cert


def server(url: str) -> TimeStamper:
    """Return the RFC 3161 time-stamp server at an http(s) address."""
    if not url.startswith(("http://", "https://")):
        raise SignatureError(Signing.NOT_A_STAMP_SERVER(url=url))
    return _Server(url)


def context(key: SigningKey) -> ValidationContext:
    """Return what the key's own certificates are judged by; no network is asked."""
    return ValidationContext(
        trust_roots=list(key.roots),
        crls=list(key.crls),
        allow_fetching=False,
        revocation_mode="require" if key.crls else "soft-fail",
    )


def provable(key: SigningKey, timestamper: TimeStamper | None) -> bool:
    """Say whether the proof that all certificates are good can be put into the file.

    Raises
    ------
    SignatureError
        If the signer's own certificate is not good now.
    TimestampRequestError
        If the server gives no time stamp.
    """
    if not key.roots:
        return False
    try:
        asyncio.run(_signer_is_good(key))
    except (PathBuildingError, PathValidationError) as error:
        raise SignatureError(Signing.CERTIFICATE_INVALID(why=str(error))) from error
    if timestamper is None or not key.crls:
        return False
    try:
        asyncio.run(_stamps_are_good(key, timestamper))
    except (PathBuildingError, PathValidationError):
        return False
    return True


def name_of(name: X509Name) -> str:
    """Return what a certificate calls somebody: the common name, or all of the name where there is none."""
    result = name.native.get("common_name")
    return result if isinstance(result, str) else str(name.human_friendly)


async def _signer_is_good(key: SigningKey) -> None:
    judge = CertificateValidator(
        key.certificate, intermediate_certs=list(key.signer.cert_registry), validation_context=context(key)
    )
    await judge.async_validate_usage({"non_repudiation"})  # type: ignore[no-untyped-call]  # its types are not told


async def _stamps_are_good(key: SigningKey, timestamper: TimeStamper) -> None:
    async for _ in timestamper.validation_paths(context(key)):  # type: ignore[no-untyped-call]  # its types are not told
        pass


class _Server(TimeStamper):
    """An RFC 3161 server over HTTP, asked with what Python itself can do."""

    def __init__(self, url: str) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # its types are not told
        self._url = url

    async def async_request_tsa_response(self, req: TimeStampReq) -> TimeStampResp:
        """Send a request and return the answer."""
        return await asyncio.to_thread(self._ask, req)

    def _ask(self, req: TimeStampReq) -> TimeStampResp:
        asked = Request(self._url, req.dump(), set_tsp_headers({}))  # noqa: S310 - http(s) only, see server()
        try:
            with urlopen(asked, timeout=_PATIENCE_S) as answer:  # noqa: S310 - as above
                content, kind = answer.read(1 << 20), answer.headers.get_content_type()
        except OSError as error:
            raise TimestampRequestError(f"{self._url}: {error}") from error
        if kind != "application/timestamp-reply":
            raise TimestampRequestError(f"{self._url} answered with {kind}, which is no time stamp")
        return TimeStampResp.load(content)


_TOKEN = "signature_time_stamp_token"  # noqa: S105 - a name of RFC 3161
_BOUND = {"signing_certificate": "certs", "signing_certificate_v2": "certs"}


def faults(pdf: bytes, byte_range: list[int], roots: Iterable[Certificate]) -> Iterator[Reason]:
    """Yield what is wrong with a container and with the gap that it fills; nothing where all is as written.

    Parameters
    ----------
    byte_range
        Four numbers: the two stretches of the file that the signature covers.
    """
    start, end = byte_range[1], byte_range[2]
    gap = pdf[start:end]
    try:
        content = bytes.fromhex(gap[1:-1].decode("ascii"))
        whole = ContentInfo.load(content)
        der = whole.dump()
        _walk(der)
        written = der.hex() + "0" * (2 * (len(content) - len(der)))
        if gap not in (f"<{written}>".encode(), f"<{written.upper()}>".encode()):
            yield Signatures.SPACE_USED()
        yield from _container(whole, list(roots))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        yield Signatures.CONTAINER_UNREADABLE(why=str(error))


def token(signer: SignerInfo) -> ContentInfo | None:
    """Return the time stamp of a signature, if there is one."""
    attributes = signer["unsigned_attrs"]
    result = [each for each in attributes if each["type"].native == _TOKEN] if attributes is not VOID else []
    return result[0]["values"][0] if result else None


def _container(whole: ContentInfo, roots: list[Certificate]) -> Iterator[Reason]:
    data: SignedData = whole["content"]
    kind = data["encap_content_info"]["content_type"].native
    if whole["content_type"].native != "signed_data" or kind not in ("data", "tst_info"):
        yield Signatures.CONTAINER_KIND()
        return
    if kind == "data" and data["encap_content_info"]["content"].native is not None:
        yield Signatures.CONTAINER_CARRIES_DOCUMENT()
    if len(data["signer_infos"]) != 1 or data["crls"] is not VOID:
        yield Signatures.CONTAINER_CONTENT()
        return
    signer: SignerInfo = data["signer_infos"][0]
    by_serial = signer["sid"].name == "issuer_and_serial_number"
    versions = ("v1" if kind == "data" and by_serial else "v3", "v1" if by_serial else "v3")
    if (data["version"].native, signer["version"].native) != versions:
        yield Signatures.CONTAINER_VERSION()
    digests = [each.dump() for each in data["digest_algorithms"]]
    if digests != [signer["digest_algorithm"].dump()] or not _plain(signer["digest_algorithm"]):
        yield Signatures.CONTAINER_HASH()
    algorithm = signer["signature_algorithm"]
    if algorithm["algorithm"].native != "rsassa_pss" and not _plain(algorithm):
        yield Signatures.ALGORITHM_PARAMETERS()
    yield from _certificates(data, signer, roots)
    if signer["unsigned_attrs"] is VOID:
        return
    if [each["type"].native for each in signer["unsigned_attrs"]] != [_TOKEN] or kind == "tst_info":
        yield Signatures.ATTRIBUTE_UNCOVERED()
    elif len(signer["unsigned_attrs"][0]["values"]) != 1:
        yield Signatures.TIME_STAMPS()
    else:
        stamp = signer["unsigned_attrs"][0]["values"][0]
        yield from (Signatures.OF_TIME_STAMP(why=each) for each in _container(stamp, roots))


def _walk(der: bytes) -> None:
    """Raise ``ValueError`` unless every element ends where the one around it does (X.690, 10.1)."""
    place = 0
    while place < len(der):
        tag, size, start = der[place], der[place + 1], place + 2
        if size >= 0x80:
            start += size - 0x80
            size = int.from_bytes(der[place + 2 : start])
            if size < 0x80 or der[place + 2] == 0:
                raise ValueError("a length is not written in the shortest way")
        if tag == 0 or start + size > len(der):
            raise ValueError("an element does not end where it should")
        if tag & 0x20:
            _walk(der[start : start + size])
        place = start + size


def _plain(algorithm: object) -> bool:
    parameters = algorithm["parameters"]  # type: ignore[index]
    return parameters is VOID or parameters.dump() in (b"", b"\x05\x00")


def _certificates(data: SignedData, signer: SignerInfo, roots: list[Certificate]) -> Iterator[Reason]:
    """Yield certificates whose hash no signature covers and that neither another one here nor a root signed."""
    bound = _bound(signer)
    result = [each.chosen for each in data["certificates"]]
    if signer["sid"].name == "issuer_and_serial_number":  # libraries compare names without regard to case
        named = signer["sid"].chosen
        wanted = (named["issuer"].dump(), named["serial_number"].native)
        if wanted not in [(each.issuer.dump(), each.serial_number) for each in result]:
            yield Signatures.SIGNER_UNNAMED()
    if any(each.name != "certificate" for each in data["certificates"]):
        yield Signatures.CERTIFICATE_KIND()
        return
    for entry in result:
        if entry.sha256 in bound or entry.sha1 in bound or entry.dump() in {root.dump() for root in roots}:
            continue
        issuers = [each for each in (*result, *roots) if each.subject == entry.issuer]
        if not issuers:
            yield Signatures.ISSUER_UNKNOWN(holder=name_of(entry.subject))
        elif not any(_signed_by(entry, each) for each in issuers):
            yield Signatures.CERTIFICATE_ALTERED(holder=name_of(entry.subject))


def _bound(signer: SignerInfo) -> set[bytes]:
    hashes = set()
    for attribute in signer["signed_attrs"]:
        if attribute["type"].native in _BOUND:
            hashes |= {each["cert_hash"].native for value in attribute["values"] for each in value["certs"]}
    return hashes


def _signed_by(each: Certificate, issuer: Certificate) -> bool:
    load = x509.load_der_x509_certificate
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # what is merely odd for the library is damage for us
            load(each.dump()).verify_directly_issued_by(load(issuer.dump()))
    except Exception:  # noqa: BLE001 - a damaged certificate is refused in many ways, and all mean the same
        return False
    return True


_EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"})
_UNSEEN = frozenset({"Cf", "Cc", "Co", "Cn", "Cs"})
"""Categories of characters without a shape of their own, such as a zero-width space."""
_LIKE = {
    # Capitals first, as a capital and its small letter may look like two different letters.
    "A": "0410 0391", "B": "0412 0392", "C": "0421 03f9", "E": "0415 0395", "G": "050c", "H": "041d 0397",
    "J": "0408", "K": "041a 039a", "M": "041c 039c", "N": "039d", "O": "041e 039f 0555", "P": "0420 03a1",
    "Q": "051a", "S": "0405 054f", "T": "0422 03a4", "W": "051c", "X": "0425 03a7", "Y": "0423 04ae 03a5",
    "Z": "0396", "a": "0430 03b1 0251", "c": "0441 03f2", "d": "0501", "e": "0435", "g": "0261 0581",
    "h": "04bb 0570", "i": "0456 03b9 0131", "j": "0458 03f3", "k": "043a 03ba", "n": "0578",
    "o": "043e 03bf 0585 0030", "p": "0440 03c1", "q": "051b 0566", "s": "0455", "u": "057d 03c5",
    "v": "0475 03bd", "w": "051d", "x": "0445 03c7", "y": "0443 04af 03b3",
    "l": "0049 0031 007c 0406 0399 04c0 04cf",
}  # fmt: skip
"""Letters and the code points that look like them."""
_SKELETON = {int(code, 16): letter for letter, codes in _LIKE.items() for code in codes.split()}


def normalized(name: str) -> str:
    """Return a name as names are compared: without case, and with one space between words.

    Examples
    --------
    >>> normalized("Anna  COX") == normalized("anna cox")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def alike(name: str, other: str) -> bool:
    """Say whether two names are equal or look equal in print.

    Examples
    --------
    >>> alike("Anna Cox", "Anna C\N{CYRILLIC SMALL LETTER O}x"), alike("Arnold", "Amold"), alike("Anna", "Anne")
    (True, True, False)
    """
    return normalized(name) == normalized(other) or _skeleton(name) == _skeleton(other)


def odd_letters(name: str) -> tuple[str, ...]:
    """Return the Unicode names of letters from another alphabet than the name's first, and of unseen characters.

    Examples
    --------
    >>> odd_letters("Anna C\N{CYRILLIC SMALL LETTER O}x"), odd_letters("Анна"), odd_letters("José 李")
    (('CYRILLIC SMALL LETTER O',), (), ())
    """
    own, odd = "", dict[str, None]()
    for letter in unicodedata.normalize("NFKC", name):
        title = _title(letter)
        if unicodedata.category(letter) in _UNSEEN:
            odd[title] = None
        elif letter.isalpha() and (alphabet := title.split()[0]) not in _EAST_ASIAN | {"MODIFIER"}:
            own = own or alphabet
            if alphabet != own:
                odd[title] = None
    return tuple(odd)


def other_letters(name: str, model: str) -> tuple[str, ...]:
    """Return the Unicode names of the characters of a name that another one does not have."""
    return tuple(dict.fromkeys(_title(letter) for letter in name if letter not in model))


def _title(letter: str) -> str:
    return unicodedata.name(letter, f"U+{ord(letter):04X}")


def _skeleton(name: str) -> str:
    """Return one spelling for all names that look alike (after the skeleton of Unicode TS 39)."""
    letters = unicodedata.normalize("NFKC", name)
    seen = "".join(each for each in letters if unicodedata.category(each) not in _UNSEEN)
    plain = normalized(seen.translate(_SKELETON))
    return plain.replace("rn", "m").replace("vv", "w")
