"""Who may sign as what, with which proof: between the register's people and the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from asn1crypto.crl import CertificateList
from asn1crypto.x509 import Certificate

from labharness.app.people.authority import TrialAuthority
from labharness.app.people.keys import read_certificates, read_revocations, save_file
from labharness.app.register import acting, open_register
from labharness.app.workspace import Workspace
from labharness.errors import InputError, NotPermitted, SignatureError
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.filings.entries.people import Person, Role
from labharness.filings.store.refusals import refusals_recorded
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.register import Registers
from labharness.model.reasons.signing import Signing
from labharness.reporting.stamps import SignatureRole
from labharness.signing.signer import SigningKey, is_trial

NEEDS = {
    SignatureRole.TESTED: Role.ENGINEER,
    SignatureRole.REVIEWED: Role.REVIEWER,
    SignatureRole.AUTHORIZED: Role.AUTHORIZER,
}
"""What a person must be to sign in a role."""


def signatory(workspace: Workspace, role: str, by: str | None) -> tuple[str, SignatureRole]:
    """Return the printed name of who signs, and the role; refuses whom the list of people does not allow."""
    if role not in set(SignatureRole):
        raise InputError(Inputs.UNKNOWN(what=Noun.ROLE, name=role[:40], known=tuple(map(str, SignatureRole))))
    person, wanted = _person(workspace, by), NEEDS[SignatureRole(role)]
    if wanted not in person.roles:
        error = NotPermitted(Signing.ROLE_NEEDED(role=role, needed=wanted.value, person=person.name))
        with open_register(workspace) as register, refusals_recorded(register.note, "", person.id):
            raise error
    return person.name, SignatureRole(role)


def issue_trial_key(
    workspace: Workspace, by: str | None, file: Path, new_passphrase: Callable[[], str]
) -> str:
    """Write a new key in a person's name from the workspace's trial authority; returns the name."""
    person = _person(workspace, by)
    content = TrialAuthority.of(workspace.path).issue(person.name, ", ".join(person.roles), new_passphrase())
    save_file(file, content)
    return person.name


def with_trial_proof(workspace: Workspace, key: SigningKey, person: str) -> SigningKey:
    """Add the list of revoked certificates where the workspace's own authority issued the key.

    Parameters
    ----------
    person
        Printed name of who signs. The workspace's authority writes the names of its people as the register has
        them, so a key of its own in another name is somebody else's.

    Raises
    ------
    SignatureError
        If the key is a trial key of somebody else.
    """
    own = TrialAuthority.of(workspace.path)
    (root,) = own.certificates
    if not is_trial(key.certificate) or key.certificate.issuer != root.subject:
        return key
    owner = holder(key)
    if owner != person:
        raise SignatureError(Signing.TRIAL_KEY_OF_ANOTHER(owner=owner, person=person))
    return replace(key, crls=(*key.crls, read_revocations(own.crl(), str(own.path))))


def holder(key: SigningKey) -> str:
    """Return the name that the key's certificate vouches for."""
    subject = key.certificate.subject
    return str(subject.native.get("common_name") or subject.human_friendly)


def trusted(files: Sequence[Path]) -> tuple[Certificate, ...]:
    """Read the certificates that somebody trusts."""
    return tuple(each for file in files for each in read_certificates(_read(file), str(file)))


def revocations(files: Sequence[Path]) -> tuple[CertificateList, ...]:
    """Read lists of revoked certificates."""
    return tuple(read_revocations(_read(file), str(file)) for file in files)


def _person(workspace: Workspace, by: str | None) -> Person:
    with open_register(workspace) as register:
        who = acting(register, by)
        person = next((person for person in register.people() if person.id == who and person.active), None)
        if person is None:
            with refusals_recorded(register.note, "", who):
                raise NotPermitted(Registers.NOT_ON_THE_LIST(person=who))
    return person


def _read(file: Path) -> bytes:
    try:
        return read_outside(file, SizeLimit.DOCUMENT)
    except OSError as error:
        raise InputError(Inputs.FILE_UNREADABLE(path=str(file), why=str(error.strerror))) from error
