"""The laboratory's list of signers: from the register of a workspace, or from a file that the laboratory gives away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

from labharness.app.manifest import first_mistake
from labharness.app.people.signing import NEEDS
from labharness.app.register import has_register, open_register
from labharness.app.workspace import Workspace
from labharness.errors import InputError, RegisterError
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.filings.entries.people import ListedPerson, Person
from labharness.filings.entries.snapshot import Change
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.signing import Signing
from labharness.signing.signers import ListedSigner


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
    try:
        content = read_outside(file, SizeLimit.KEPT)
    except OSError as error:
        raise InputError(Inputs.FILE_UNREADABLE(path=str(file), why=str(error.strerror))) from error
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
