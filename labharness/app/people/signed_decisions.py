"""Decisions of the register that a person signs: with which key, and whether those on record are signed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.app.file_change import finish_changes
from labharness.app.people.trusted_authorities import lists
from labharness.app.register import open_register, verify_register
from labharness.app.workspace import Workspace
from labharness.errors import SignatureError
from labharness.filings.entries.people import Laboratory, Person
from labharness.filings.entries.snapshot import Change
from labharness.filings.store.chain import signed_part
from labharness.filings.store.rules import needs_signature
from labharness.model.reasons.register import Registers
from labharness.model.reasons.signing import Signing
from labharness.reason import Reason

if TYPE_CHECKING:  # a signature's libraries take a second that most commands need not wait
    from labharness.filings.store.rules import Signer
    from labharness.signing.signer import SigningKey
    from labharness.signing.statements import StatementFinding


def deciding_with(workspace: Path, key: SigningKey) -> Signer:
    """Return what signs decisions with a key.

    It raises :class:`SignatureError` for a key in another name than the person's, or one that no authority on the
    lists of the workspace, the user or the machine vouches for.
    """
    from labharness.signing.statements import sign_statement

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
    """Check the register as :func:`labharness.app.register.verify_register` does, and the signatures of its decisions."""
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
    from labharness.signing.statements import check_statement

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
