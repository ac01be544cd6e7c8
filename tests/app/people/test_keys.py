import asyncio
import importlib.util
import os
import shutil
import stat
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import keyring
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import NoEncryption, pkcs12
from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError

from labharness.app.people.authority import FOLDER, TrialAuthority
from labharness.app.people.keys import (
    open_file,
    open_token,
    read_certificates,
    read_revocations,
    save_file,
    stored_passphrase,
)
from labharness.errors import SignatureError
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.report import Signing
from tests.support.signing_factory import revoke

SOFTHSM = Path("/usr/lib/softhsm/libsofthsm2.so")
PASSPHRASE = "four cards in a row"


class Memory(KeyringBackend):
    """A key store that forgets."""

    priority = 1

    def __init__(self):
        super().__init__()
        self.kept = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        if (service, username) not in self.kept:
            raise PasswordDeleteError


@pytest.fixture(autouse=True)
def memory():
    """No test asks the key store of whoever runs it."""
    before, memory = keyring.get_keyring(), Memory()
    keyring.set_keyring(memory)
    yield memory
    keyring.set_keyring(before)


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return TrialAuthority.of(tmp_path_factory.mktemp("workspace"))


@pytest.fixture
def file(authority, tmp_path):
    path = tmp_path / "engineer.p12"
    path.write_bytes(authority.issue("Engineer A", "tested", PASSPHRASE))
    return path


def never(question):
    raise AssertionError(question)


def test_a_key_opens_with_its_pass_phrase_for_which_the_key_store_is_asked_first(file):
    asked = []
    key = open_file(file, lambda question: asked.append(question) or PASSPHRASE)
    assert asked == ["Pass phrase of engineer.p12: "]
    assert key.certificate.subject.native["common_name"] == "Engineer A"
    assert [root.subject.native["common_name"][:15] for root in key.roots] == ["TRIAL AUTHORITY"]
    keyring.set_password("labharness", str(file), PASSPHRASE)  # as docs/signing.md says
    assert stored_passphrase(file) == PASSPHRASE
    assert open_file(file, never).certificate.dump() == key.certificate.dump()


def test_a_wrong_pass_phrase_is_one_sentence_and_one_in_the_key_store_says_how_to_forget_it(file, refusal):
    for wrong in ("", "four cards", "€" * 40):
        assert refusal(open_file, file, lambda _, wrong=wrong: wrong) == Signing.WRONG_PASSPHRASE(
            file=str(file)
        )
    keyring.set_password("labharness", str(file), "old one")
    forget = f"keyring del labharness {file}"
    assert refusal(open_file, file, never) == Signing.STORED_PASSPHRASE_WRONG(file=str(file), command=forget)


def test_files_that_are_no_keys_are_named(tmp_path, authority, refusal):
    text = tmp_path / "key.txt"
    text.write_text("no key", encoding="utf-8")
    assert refusal(open_file, text, lambda _: "") == Signing.NOT_PKCS12(file=str(text))
    assert refusal(open_file, tmp_path / "gone.p12", never).is_a(Inputs.FILE_UNREADABLE)
    bare = tmp_path / "bare.p12"
    root, _ = authority._loaded()
    bare.write_bytes(pkcs12.serialize_key_and_certificates(None, None, None, [root], NoEncryption()))
    assert refusal(open_file, bare, lambda _: "") == Signing.KEY_INCOMPLETE()


def test_a_token_without_its_extra_or_driver_is_one_sentence(tmp_path, refusal):
    token = open_token(tmp_path / "driver.so", "token", "label", never)
    assert refusal(token.__enter__).is_a(Signing.TOKENS_NOT_INSTALLED, Signing.NO_DRIVER)


def test_a_key_is_written_once(tmp_path, refusal):
    path = tmp_path / "key.p12"
    save_file(path, b"\r\n\x00")
    assert path.read_bytes() == b"\r\n\x00"
    assert refusal(save_file, path, b"other") == Signing.KEY_EXISTS(file=str(path))
    assert refusal(save_file, tmp_path / "gone" / "key.p12", b"").is_a(Inputs.UNWRITABLE)


@pytest.mark.skipif(
    importlib.util.find_spec("pkcs11") is None
    or not SOFTHSM.is_file()
    or shutil.which("pkcs11-tool") is None,
    reason="the extra pkcs11, softhsm2 or opensc is not installed",
)
def test_a_key_on_a_token_signs(authority, file, tmp_path, monkeypatch, refusal):
    (tmp_path / "tokens").mkdir()
    settings = tmp_path / "softhsm.conf"
    settings.write_text(f"directories.tokendir = {tmp_path / 'tokens'}\n", encoding="utf-8")
    monkeypatch.setenv("SOFTHSM2_CONF", str(settings))
    opened = pkcs12.load_pkcs12(file.read_bytes(), PASSPHRASE.encode())
    key, der = tmp_path / "key.der", serialization.Encoding.DER
    key.write_bytes(opened.key.private_bytes(der, serialization.PrivateFormat.PKCS8, NoEncryption()))
    result = tmp_path / "made.der"
    result.write_bytes(opened.cert.certificate.public_bytes(der))
    tool = ["pkcs11-tool", "--module", SOFTHSM, "--token-label", "bench", "--pin", "4614"]
    new = ["softhsm2-util", "--init-token", "--free", "--label", "bench", "--pin", "4614", "--so-pin", "4614"]
    subprocess.run(new, check=True, capture_output=True)
    for kind, source in (("privkey", key), ("cert", result)):
        write = ["--login", "--write-object", source, "--type", kind, "--id", "01", "--label", "engineer"]
        subprocess.run([*tool, *write], check=True, capture_output=True)
    with open_token(SOFTHSM, "bench", "engineer", lambda _: "4614") as keys:
        assert keys.certificate.subject.native["common_name"] == "Engineer A"
        raw = asyncio.run(keys.signer.async_sign_raw(b"to be signed", "sha256"))
        opened.cert.certificate.public_key().verify(raw, b"to be signed", ec.ECDSA(hashes.SHA256()))
    for token, label, pin, reason in (
        ("bench", "engineer", "0000", Signing.WRONG_PIN(token="bench")),
        ("other", "engineer", "4614", Signing.TOKEN_NOT_OPENED(token="other")),
        ("bench", "nobody", "4614", Signing.NOT_ON_TOKEN(token="bench", label="nobody")),
    ):
        opening = open_token(SOFTHSM, token, label, lambda _, pin=pin: pin)
        assert refusal(opening.__enter__) == reason


def test_certificates_and_lists_are_read_as_pem_or_der(authority, refusal):
    (root,) = read_certificates(authority.root, "root")
    assert [each.dump() for each in read_certificates(root.dump(), "root")] == [root.dump()]
    assert read_revocations(authority.crl(), "list").issuer == root.subject
    empty = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    for content in (b"", b"no certificate", empty):
        assert refusal(read_certificates, content, "this") == Signing.NO_CERTIFICATE(file="this")
        assert refusal(read_revocations, content, "this") == Signing.NO_REVOCATIONS(file="this")


def test_the_trial_authority_says_what_it_is_is_made_once_and_read_by_its_owner_alone(authority):
    root = x509.load_pem_x509_certificate(authority.root)
    assert "TRIAL AUTHORITY – proves nothing about persons" in root.subject.rfc4514_string()
    assert "proves nothing about persons" in (authority.path / "README.txt").read_text("utf-8")
    assert TrialAuthority.of(authority.path.parent).root == authority.root
    assert authority.path.name == FOLDER
    if os.name == "posix":
        assert stat.S_IMODE(authority.path.stat().st_mode) == 0o700
        assert {stat.S_IMODE(file.stat().st_mode) for file in authority.path.iterdir()} == {0o600}


def test_an_issued_certificate_can_sign_and_issue_nothing(authority):
    opened = pkcs12.load_pkcs12(authority.issue("Engineer A", "tested", PASSPHRASE), PASSPHRASE.encode())
    result, root = opened.cert.certificate, x509.load_pem_x509_certificate(authority.root)
    usage = result.extensions.get_extension_for_class(x509.KeyUsage).value
    result.verify_directly_issued_by(root)
    assert (usage.digital_signature, usage.content_commitment, usage.key_cert_sign) == (True, True, False)
    assert not result.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    assert isinstance(result.signature_hash_algorithm, hashes.SHA256)


def test_a_revoked_certificate_stands_on_the_list(tmp_path):
    authority = TrialAuthority.of(tmp_path)
    before = datetime.now(UTC)
    revoke(authority, 4614)
    revoke(authority, 4614)
    listed = list(x509.load_der_x509_crl(authority.crl()))
    assert [each.serial_number for each in listed] == [4614]
    assert abs((listed[0].revocation_date_utc - before).total_seconds()) < 60


@pytest.mark.parametrize(("person", "passphrase"), [("", "x"), ("x" * 65, "x"), ("Engineer A", "")])
def test_what_cannot_stand_in_a_certificate_is_refused(authority, person, passphrase):
    with pytest.raises(SignatureError):
        authority.issue(person, "tested", passphrase)


def test_an_authority_without_its_key_says_what_to_do(tmp_path, refusal):
    authority = TrialAuthority.of(tmp_path)
    (authority.path / "authority.key").unlink()
    assert refusal(authority.issue, "Engineer A", "tested", PASSPHRASE) == Signing.AUTHORITY_UNUSABLE(
        folder=str(authority.path)
    )
