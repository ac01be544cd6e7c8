"""What is looked at before a run, item by item: what is in order, and for what is not, why and what to do."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from labharness.app.bench_work.entered_cards import filed_units
from labharness.app.benches.queueing import needs_person
from labharness.app.devices.device_lease import leased
from labharness.app.devices.preflight import (
    LEAST_FREE,
    RunOrder,
    check_place,
    fitting_adapters,
    held,
    is_clock_right,
    is_evidence,
    refuse_unfit_device,
)
from labharness.app.outside.trusted import refuse_untrusted
from labharness.app.planning.plan_prose import presence_reasons
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.run_index import doubted_data
from labharness.app.runs.services import load_plan, refuse_unknown
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError, LabharnessError
from labharness.language.numbers import size
from labharness.model.device import DeviceIdentity
from labharness.model.reasons.night import Nights
from labharness.model.reasons.run import Runs
from labharness.plans.attendance import waits_for_person
from labharness.plans.frozen import FrozenPlan
from labharness.reason import Reason

BY_HAND = "by hand"
"""What is shown of a clock that the laboratory sets itself."""


class PreflightItem(StrEnum):
    """Something that is looked at."""

    PLAN = "plan"
    ADAPTERS = "adapters"
    PLACE = "place"
    DEVICE = "device"
    SUBMISSION = "submission"
    CLOCK = "clock"
    PEOPLE = "people"
    DATA = "data"
    """Unexplained equal data of earlier runs of the device."""


@dataclass(frozen=True, slots=True)
class PreflightRow:
    """One item.

    Parameters
    ----------
    good
        Whether it is in order; None where it could not be looked at because of another.
    needed
        Whether a run may not begin without it.
    shown
        What is there, such as the title of the adapter.
    wanted
        What must be there, such as the class of the device; "" where that is the same for every run.
    reasons
        Why it is not in order, and what to do.
    """

    item: PreflightItem
    good: bool | None
    needed: bool = True
    shown: str = ""
    wanted: str = ""
    reasons: tuple[Reason, ...] = ()


def examine(workspace: Workspace, order: RunOrder) -> tuple[PreflightRow, ...]:
    """Look at everything that a run needs, and record nothing.

    The device is held for a moment and asked who it is, as before a run.
    """
    return tuple(_examine(workspace, order))


def may_begin(rows: tuple[PreflightRow, ...]) -> bool:
    """Say whether everything is in order that a run needs."""
    return all(row.good for row in rows if row.needed)


def _examine(workspace: Workspace, order: RunOrder) -> Iterator[PreflightRow]:
    plans: list[FrozenPlan] = []
    catalog = discover(workspace.path)

    def plan() -> str:
        refuse_untrusted(workspace.path)
        plans.append(load_plan(order.plan, catalog, workspace=workspace.path))
        return plans[0].plan.title

    yield _row(PreflightItem.PLAN, plan)
    if not plans:
        yield PreflightRow(PreflightItem.ADAPTERS, None)
        yield PreflightRow(PreflightItem.DEVICE, None)
        return
    adapter, asked = "", list[DeviceIdentity]()

    def adapters() -> str:
        nonlocal adapter
        named = fitting_adapters(catalog, plans[0], order)
        adapter = named.device.name
        titles = [named.device.title, *([named.reader.title] if named.reader else [])]
        return ", ".join(titles)

    def place() -> str:
        check_place(workspace, order)
        return size(shutil.disk_usage(workspace.path).free)

    def device() -> str:
        urls = (order.device, order.reader)
        with leased(workspace, urls, interrupts=False), held(*urls):
            identity = refuse_unfit_device(catalog, plans[0], order, adapter)
        if identity is None:
            return order.device
        asked.append(identity)
        refuse_other_unit(workspace, order.submission, identity.serial)
        return f"{identity.manufacturer} {identity.model}, serial {identity.serial}"

    fitting = _row(PreflightItem.ADAPTERS, adapters)
    unit = _wanted_unit(workspace, plans[0], order)
    there = _row(PreflightItem.PLACE, place, size(LEAST_FREE))
    yield fitting
    yield there
    if fitting.good and there.good:
        yield _row(PreflightItem.DEVICE, device, unit)
    else:
        yield PreflightRow(PreflightItem.DEVICE, None, wanted=unit)
    if order.submission:
        yield _row(PreflightItem.SUBMISSION, lambda: _known(workspace, order.submission))
    yield _clock(workspace, order)
    if fitting.good:
        needs = needs_person(workspace, order)
        shown = ", ".join(waits_for_person(needs))
        yield PreflightRow(
            PreflightItem.PEOPLE, good=True, needed=False, shown=shown, reasons=presence_reasons(needs)
        )
    yield from _data(workspace, order, asked)


def _data(workspace: Workspace, order: RunOrder, asked: Sequence[DeviceIdentity]) -> Iterator[PreflightRow]:
    """Name equal data of earlier runs that nobody explained; the run may begin all the same."""
    if doubts := doubted_data(workspace, order.device, asked[0].model if asked else ""):
        yield PreflightRow(PreflightItem.DATA, good=False, needed=False, reasons=doubts)


def _clock(workspace: Workspace, order: RunOrder) -> PreflightRow:
    """Say whether the times of a run can be believed; those of a submission are evidence, and need a clock that is set."""
    if read_settings(workspace).clock_by_hand:
        return PreflightRow(PreflightItem.CLOCK, good=True, needed=False, shown=BY_HAND)
    right = is_clock_right(workspace)
    wrong = right is False
    reasons = (Nights.CLOCK_UNSYNCHRONIZED(),) if wrong else ()
    return PreflightRow(PreflightItem.CLOCK, right, needed=wrong and is_evidence(order), reasons=reasons)


def refuse_other_unit(workspace: Workspace, submission: str, serial: str) -> None:
    """Raise :class:`InputError` where a submission delivered units, and none with this serial number."""
    serials = tuple(unit.serial for unit in filed_units(workspace, submission))
    if serials and serial not in serials:
        raise InputError(Runs.OTHER_SERIAL(serial=serial, submission=submission, serials=serials))


def _known(workspace: Workspace, submission: str) -> str:
    refuse_unknown(workspace, submission)
    return submission


def _row(item: PreflightItem, look: Callable[[], str], wanted: str = "") -> PreflightRow:
    try:
        return PreflightRow(item, good=True, shown=look(), wanted=wanted)
    except LabharnessError as error:
        return PreflightRow(item, good=False, wanted=wanted, reasons=error.reasons)


def _wanted_unit(workspace: Workspace, plan: FrozenPlan, order: RunOrder) -> str:
    """Return the class of the plan, and the serial numbers of the submission."""
    try:
        serials = [unit.serial for unit in filed_units(workspace, order.submission)]
    except LabharnessError:  # which the row of the submission says
        serials = []
    numbered = f", serial {' or '.join(serials)}" if serials else ""
    return f"{plan.plan.device_class.words}{numbered}"
