"""Everything that settings show of a workspace at once; what cannot be read says why and leaves the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from labharness.app.benches.queue_access import has_queue, open_queue
from labharness.app.laboratory.people import Staff, staff
from labharness.app.laboratory.trust_lists import TrustRow, trust_rows
from labharness.app.laboratory.workspace_settings import SettingValue, setting_values
from labharness.app.workspace import Workspace
from labharness.errors import LabharnessError
from labharness.evidence.account import user
from labharness.nights.items import Bench
from labharness.reason import Reason

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
    people: Staff | None = part(staff, Staff(user()))
    if problems:
        people = None
    return PresentSettings(people, settings, part(trust_rows, ()), part(benches, ()), tuple(problems))


def benches(workspace: Workspace) -> tuple[Bench, ...]:
    """Return the benches that the queue knows."""
    if not has_queue(workspace):
        return ()
    from labharness.nights.store.benches import Benches

    with open_queue(workspace) as queue:
        return tuple(Benches(queue.database).all())
