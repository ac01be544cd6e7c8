"""Who may sign as what, with which proof: between the register's people and the keys.

Decisions of the register that a person signs: with which key, and whether those on record are signed.

The laboratory's list of signers: from the register of a workspace, or from a file that the laboratory gives away.

Open the key with which a person signs a decision: a PKCS#12 file or a token, named in one line.

Whom a reader trusts for one verification: what is named for it, or else the lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, unquote

from asn1crypto.crl import CertificateList
from asn1crypto.x509 import Certificate
from pydantic import BaseModel, TypeAdapter

from labharness.app.people.authority import TrialAuthority, Trusted, lists, read_fingerprint, refuse_own
from labharness.app.people.keys import read_certificates, read_revocations, save_file
from labharness.app.workspace.file_change import finish_changes
from labharness.app.workspace.manifest import first_mistake
from labharness.app.workspace.register import acting, has_register, open_register, verify_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError, NotPermitted, RegisterError, SignatureError
from labharness.evidence.outside import FileReading, SizeLimit, read_outside
from labharness.filings.entries.entry import Laboratory, ListedPerson, Person, Role
from labharness.filings.entries.snapshot import Change
from labharness.filings.store.chain import needs_signature, signed_part
from labharness.filings.store.file_store import refusals_recorded
from labharness.model.reasons.command import Commands
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.register import Registers
from labharness.model.reasons.report import Signing
from labharness.reason import Reason
from labharness.reporting.stamps import SignatureRole
from labharness.signing.proofs import SigningKey
from labharness.signing.signature_check import ListedSigner
from labharness.signing.signer import is_trial

if TYPE_CHECKING:
    from labharness.app.people.keys import Ask
    from labharness.filings.store.chain import Signer
    from labharness.signing.proofs import SigningKey
    from labharness.signing.signed_report import StatementFinding


def deciding_with(workspace: Path, key: SigningKey) -> Signer:
    """Return what signs decisions with a key.

    It raises :class:`SignatureError` for a key in another name than the person's, or one that no authority on the
    lists of the workspace, the user or the machine vouches for.
    """
    from labharness.signing.signed_report import sign_statement

    def sign(person: str, content: bytes) -> str:
        text = sign_statement(content, key)
        result = _checked(workspace, content, text, datetime.now(UTC))
        if result.problems:
            raise SignatureError(Signing.SIGNATURE_WRONG(why=result.problems[0]))
        if result.holder != person:
            raise SignatureError(Registers.KEY_OF_ANOTHER(holder=result.holder, person=person))
        if not result.root:
            issuer = str(key.certificate.issuer.human_friendly)
            raise SignatureError(Signing.UNTRUSTED(role="decision", issuer=issuer))
        return text

    return sign


def verify_all(workspace: Workspace) -> tuple[int, str, tuple[Reason, ...]]:
    """Check the register as :func:`labharness.app.workspace.register.verify_register` does, and the signatures of its decisions."""
    finish_changes(workspace)
    records, head, problems = verify_register(workspace)
    if not problems:
        with open_register(workspace) as register:
            problems = tuple(unsigned_decisions(workspace.path, register.changes()))
    return records, head, problems


def unsigned_decisions(workspace: Path, changes: Iterable[Change]) -> Iterator[Reason]:
    """Yield decisions on record that lack the signature that the laboratory required at their time.

    Parameters
    ----------
    changes
        The whole audit chain, oldest first.
    """
    laboratory: Laboratory | None = None
    names: dict[str, str] = {}
    for change in changes:
        after = _laboratory(change, laboratory)
        person, of = names.get(change.who, change.who), f"{change.kind} {change.entry}"
        if needs_signature(change.kind, laboratory, after):
            yield from _faults(workspace, change, person, of)
        laboratory = after
        if change.kind == Person.kind and change.after is not None:
            names[change.entry] = str(change.after.get("name"))


def _faults(workspace: Path, change: Change, person: str, of: str) -> Iterator[Reason]:
    named = {"record": change.number, "of": of, "person": person}
    if not change.signature:
        yield Registers.DECISION_UNSIGNED(**named)
        return
    try:
        when = datetime.fromisoformat(change.utc)
    except ValueError:
        when = datetime.now(UTC)  # the chain says that the record was altered
    result = _checked(workspace, signed_part(asdict(change)), change.signature, when)
    yield from (Registers.DECISION_SIGNATURE(**named, why=why) for why in result.problems)
    if not result.problems and result.holder != person:
        yield Registers.DECISION_OF_ANOTHER(**named, holder=result.holder)
    elif not result.problems and not result.root:
        yield Registers.DECISION_UNTRUSTED(**named)


def _checked(workspace: Path, content: bytes, signature: str, when: datetime) -> StatementFinding:
    from labharness.signing.signature_check import TrustStore
    from labharness.signing.signed_report import check_statement

    trusted = lists(workspace)
    return check_statement(content, signature, TrustStore(trusted.roots, trusted.crls), when)


def _laboratory(change: Change, before: Laboratory | None) -> Laboratory | None:
    """Return the laboratory's entry after a record; one that cannot be read requires what it required before."""
    if change.kind != Laboratory.kind or change.after is None:
        return before
    try:
        return Laboratory.model_validate(dict(change.after))
    except ValueError:
        return before


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
    with FileReading(file, InputError):
        return read_outside(file, SizeLimit.DOCUMENT)


class _Listed(BaseModel):
    """Somebody in the file; what else it holds of them does not matter here."""

    signs: tuple[ListedSigner, ...]


_FILE = TypeAdapter(tuple[_Listed, ...])


def signers_of(workspace: Path | None) -> tuple[ListedSigner, ...]:
    """Return the list of a workspace; empty where its register is not there or does not answer."""
    if workspace is None:
        return ()
    result = Workspace(workspace)
    try:
        if not has_register(result):
            return ()
        with open_register(result) as register:
            return tuple(line for lines in signing_lines(register.changes("")).values() for line in lines)
    except RegisterError:
        return ()


def read_signers(file: Path) -> tuple[ListedSigner, ...]:
    """Return the list in a file that ``labharness people list --json`` wrote.

    Raises
    ------
    InputError
        If it cannot be read, or holds no such list.
    """
    with FileReading(file, InputError):
        content = read_outside(file, SizeLimit.KEPT)
    try:
        people = _FILE.validate_json(content)
    except ValueError as error:
        raise InputError(Signing.NOT_A_LIST(file=str(file), why=first_mistake(error))) from error
    signers = tuple(each for person in people for each in person.signs)
    if not signers:
        raise InputError(Signing.LIST_EMPTY(file=str(file)))
    return signers


def signing_lines(changes: Iterable[Change]) -> dict[str, list[ListedSigner]]:
    """Return who could sign in which role, and from when to when, by the id of the person.

    Parameters
    ----------
    changes
        The audit chain, oldest first.
    """
    result: dict[str, list[ListedSigner]] = {}
    for change in changes:
        if change.kind != Person.kind:
            continue
        lines, now = result.setdefault(change.entry, []), change.utc
        may = set(_may(change))
        for at, line in enumerate(lines):
            if not line.until and (line.name, line.role) not in may:
                lines[at] = ListedSigner(line.name, line.role, line.since, now)
        standing = {(line.name, line.role) for line in lines if not line.until}
        lines += [ListedSigner(name, role, now) for name, role in sorted(may - standing)]
    return result


def _may(change: Change) -> Iterator[tuple[str, str]]:
    if change.after is not None and (person := ListedPerson.model_validate(dict(change.after))).active:
        held = set(person.known_roles)
        yield from ((person.name, role.value) for role, needed in NEEDS.items() if needed in held)


SCHEME = "pkcs11:"


@contextmanager
def decider(workspace: Workspace, key: str, ask: Ask) -> Iterator[Signer | None]:
    """Open the key that a text names, none for an empty one.

    Parameters
    ----------
    key
        Path of a PKCS#12 file, or ``pkcs11:token=NAME;object=KEY?module-path=DRIVER``.
    ask
        Asks for the pass phrase where the system's key store has none.

    Raises
    ------
    InputError
        If a token is not named completely.
    SignatureError
        If the key cannot be opened.
    """
    if not key:
        yield None
        return
    from labharness.app.people import keys

    if not key.startswith(SCHEME):
        yield deciding_with(workspace.path, keys.open_file(Path(key), ask))
        return
    path, _, query = key.removeprefix(SCHEME).partition("?")
    named = dict(part.partition("=")[::2] for part in path.split(";"))
    (module,) = parse_qs(query).get("module-path", [""])
    if not (named.get("token") and named.get("object") and module):
        raise InputError(Commands.TOKEN_KEY_INCOMPLETE(got=key[:200]))
    token, label = unquote(named["token"]), unquote(named["object"])
    with keys.open_token(Path(module), token, label, ask) as opened:
        yield deciding_with(workspace.path, opened)


def named_trust(
    workspace: Path | None,
    report: Path,
    certificates: Sequence[Path] = (),
    fingerprints: Sequence[str] = (),
    crls: Sequence[Path] = (),
    signers: Path | None = None,
) -> Trusted:
    """Return whom to trust when a report is verified.

    Parameters
    ----------
    workspace
        Folder of a workspace, whose list of authorities is one of the lists, and whose people are the list of signers
        where no other is named.
    certificates, fingerprints
        Authorities to trust instead of the lists: certificates, or SHA-256 of certificates that anybody may bring along.
    crls
        Current lists of revoked certificates.
    signers
        File of the laboratory's list of signers.

    Raises
    ------
    InputError
        If something to be trusted lies in the folder of the report, a fingerprint is none, or the list of signers none.
    SignatureError
        If a file holds no certificate, or no such list.
    """
    refuse_own(report, certificates)
    refuse_own(report, crls, Signing.REVOCATIONS_CAME_WITH_REPORT)
    refuse_own(report, [signers] if signers else (), Signing.LIST_CAME_WITH_REPORT)
    refuse_own(report, [workspace] if workspace else (), Signing.WORKSPACE_IN_REPORT)
    if certificates or fingerprints:
        known = Trusted(trusted(certificates), frozenset(map(read_fingerprint, fingerprints)))
    else:
        known = lists(workspace)
    listed = signers_of(workspace) if signers is None else read_signers(signers)
    return replace(known, crls=revocations(crls), signers=listed)
