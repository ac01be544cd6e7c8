"""Where an item of the preflight is mended: a field of the form, a page of the window, or another look."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from labharness.app.preflight import RunOrder
from labharness.app.preflight_rows import PreflightItem, PreflightRow
from labharness.gui.kit.words import tr
from labharness.model.address import Address, Room
from labharness.model.reasons.adapter import Adapters
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.run import Runs
from labharness.model.reasons.wire import Wire
from labharness.model.reasons.workspace import Workspaces


class FormField(StrEnum):
    """A field of the form."""

    SUBMISSION = "submission"
    DEVICE = "device"
    PLAN = "plan"
    READER = "reader"
    CARDS = "cards"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class PreflightFix:
    """What mends an item.

    Parameters
    ----------
    title
        The verb with its object.
    leads_to
        A field of the form, an address, or None: the item is looked at again.
    """

    title: str
    leads_to: FormField | Address | None


AGAIN = PreflightFix(tr("Check again"), None)
CHOOSE = {
    FormField.SUBMISSION: tr("Choose another"),
    FormField.DEVICE: tr("Choose a device"),
    FormField.PLAN: tr("Choose a plan"),
    FormField.READER: tr("Choose a reader"),
    FormField.CARDS: tr("Clear the card set"),
    FormField.OPERATOR: tr("Enter operator"),
}
_FIELDS = {
    PreflightItem.PLAN: FormField.PLAN,
    PreflightItem.ADAPTERS: FormField.DEVICE,
    PreflightItem.PLACE: FormField.DEVICE,
    PreflightItem.DEVICE: FormField.DEVICE,
    PreflightItem.SUBMISSION: FormField.SUBMISSION,
}


def _choose(field: FormField) -> PreflightFix:
    return PreflightFix(CHOOSE[field], field)


_BY_REASON = (
    (Runs.READER_NEEDED, _choose(FormField.READER)),
    (Runs.SAME_URL, _choose(FormField.READER)),
    (Runs.MARKS_NOT_READ, _choose(FormField.CARDS)),
    (Runs.INPUT_NOT_READ, _choose(FormField.PLAN)),
    (Adapters.OTHER_KIND, _choose(FormField.PLAN)),
    (Conduct.OTHER_CLASS, _choose(FormField.PLAN)),
    (Evidence.IN_USE, AGAIN),
    (Evidence.IN_USE_BY_ANOTHER, AGAIN),
    (Wire.IN_USE, AGAIN),
    (Workspaces.LOW_SPACE, PreflightFix(tr("Show sizes"), Address(Room.EVIDENCE))),
    (Inputs.UNWRITABLE, PreflightFix(tr("Open Workspace"), Address(Room.SETTINGS, ("workspace",)))),
)
CLOCK = PreflightFix(tr("Open Workspace"), Address(Room.SETTINGS, ("workspace",)))
"""Where the laboratory states that it sets the clock by hand; the time service of the computer is none of the window's."""


def fix_of(row: PreflightRow, order: RunOrder) -> PreflightFix | None:
    """Return what mends a row, None where there is nothing to mend here."""
    if row.item is PreflightItem.CLOCK:
        return None if row.good else CLOCK
    if row.item is PreflightItem.PEOPLE:
        return _choose(FormField.OPERATOR) if row.shown and not order.operator else None
    if row.item is PreflightItem.DATA:
        return PreflightFix(tr("Open Submissions"), Address(Room.SUBMISSIONS))
    return _mended(row, order.submission) if row.good is False else None


def _mended(row: PreflightRow, submission: str) -> PreflightFix:
    """Return what mends a row by the first of its reasons that is known, or the field of the item."""
    for reason in row.reasons:
        if reason.is_a(Runs.OTHER_SERIAL):
            return PreflightFix(tr("Open the units"), Address(Room.SUBMISSIONS, (submission, "items")))
        for code, fix in _BY_REASON:
            if reason.is_a(code):
                return fix
    return _choose(_FIELDS[row.item])
