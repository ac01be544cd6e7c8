"""Everything that settings show of a workspace at once; what cannot be read says why and leaves the rest.

The lists of trusted authorities, as people read and change them: of a workspace, of the user, of the computer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from labharness.app.people import authority as lists
from labharness.app.people.authority import LIST, Authority, places, read_list
from labharness.app.people.signing import trusted
from labharness.app.people.staff import Staff, read_staff
from labharness.app.settings.workspace_settings import SettingValue, setting_values
from labharness.app.workspace.register import has_queue, open_queue
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError, LabharnessError
from labharness.model.reasons.register import Laboratories
from labharness.nights.items import Bench
from labharness.reason import Reason


class Owner(StrEnum):
    """Whose list it is."""

    WORKSPACE = "workspace"
    USER = "user"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class TrustRow:
    """An authority on a list."""

    owner: Owner
    file: Path
    authority: Authority


def trust_rows(workspace: Workspace | None) -> tuple[TrustRow, ...]:
    """Return every authority on the lists.

    Raises
    ------
    LabharnessError
        If a list cannot be read or holds anything but certificates.
    """
    return tuple(
        TrustRow(_owner(workspace, file), file, Authority.of(each))
        for file in places(workspace.path if workspace else None)
        for each in read_list(file)
    )


def authorities_in(file: Path) -> tuple[Authority, ...]:
    """Return the authorities of a file of certificates, to be compared before they are trusted."""
    return tuple(Authority.of(each) for each in trusted([file]))


def _owner(workspace: Workspace | None, file: Path) -> Owner:
    if workspace is not None and file == workspace.path / LIST:
        return Owner.WORKSPACE
    known = lists.installed()
    if file not in known:
        raise InputError(Laboratories.NOT_A_LIST(file=str(file)))
    return Owner.USER if file == known[0] and len(known) > 1 else Owner.COMPUTER


Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class PresentSettings:
    """The present settings.

    Parameters
    ----------
    staff
        None where the register cannot be read: nobody may change anything then.
    problems
        Why a part could not be read.
    """

    staff: Staff | None
    settings: tuple[SettingValue, ...]
    trust: tuple[TrustRow, ...]
    benches: tuple[Bench, ...]
    problems: tuple[Reason, ...] = ()


def standing(workspace: Workspace) -> PresentSettings:
    """Read the settings of a workspace."""
    problems: list[Reason] = []

    def part(read: Callable[[Workspace], Part], otherwise: Part) -> Part:
        try:
            return read(workspace)
        except LabharnessError as error:
            problems.extend(error.reasons)
            return otherwise

    settings: tuple[SettingValue, ...] = part(setting_values, ())
    staff: Staff | None = part(read_staff, None)
    if problems:
        staff = None
    return PresentSettings(staff, settings, part(trust_rows, ()), part(benches, ()), tuple(problems))


def benches(workspace: Workspace) -> tuple[Bench, ...]:
    """Return the benches that the queue knows."""
    if not has_queue(workspace):
        return ()
    from labharness.nights.store.benches import Benches

    with open_queue(workspace) as queue:
        return tuple(Benches(queue.database).all())
