"""What a preflight refuses: each refusal in its own row, with what to do, and no folder of a run."""

import os
import socket

import pytest

from labharness.app.devices import preflight
from labharness.app.devices import preflight as clock
from labharness.app.devices.preflight import LEAST_FREE, RunOrder, _lock_folder
from labharness.app.planning.preflight_rows import BY_HAND, PreflightItem, examine, may_begin
from labharness.app.settings.workspace_settings import change_setting
from labharness.app.workspace.workspace import device_lock
from labharness.language.catalog import say
from labharness.language.dates import day_and_time
from labharness.model.reasons.command import Workspaces
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.night import Nights
from labharness.model.reasons.run import Runs
from labharness.model.reasons.wire import Wire
from tests.support.filing_factory import NAME, copied

RNG = "pai-gow-poker-645a-starting-position"
NOBODY = "usbip://127.0.0.1:9/1-1"


@pytest.fixture
def space(filed, tmp_path):
    return copied(filed, tmp_path)


def refused(space, order, item):
    """Return why an item is refused; whatever it is, no run has a folder."""
    result = examine(space, order)
    row = next(row for row in result if row.item is item)
    assert not may_begin(result)
    assert (row.good, row.needed) == (False, True)
    assert list((space.path / "runs").iterdir()) == []
    (reason, *_) = row.reasons
    assert say(reason).endswith(".")
    return reason


def test_a_plan_that_needs_a_reader_is_refused_without_one(space):
    order = RunOrder("blackjack-633a-batch-shuffler", NOBODY)
    assert refused(space, order, PreflightItem.ADAPTERS).is_a(Runs.READER_NEEDED)


def test_a_device_of_another_class_is_refused(space, simulated):
    order = RunOrder(RNG, simulated("dice_shaker"))
    assert refused(space, order, PreflightItem.DEVICE).is_a(Conduct.OTHER_CLASS)


def test_a_unit_that_the_submission_does_not_list_is_refused(space, simulated):
    order = RunOrder(RNG, simulated("rng"), submission=NAME)
    reason = refused(space, order, PreflightItem.DEVICE)
    assert reason.is_a(Runs.OTHER_SERIAL)
    assert reason["serials"]


def test_a_full_disk_is_refused_before_the_device_is_asked(space, monkeypatch):
    usage = preflight.shutil.disk_usage(space.path)
    monkeypatch.setattr(preflight.shutil, "disk_usage", lambda _: usage._replace(free=LEAST_FREE - 1))
    result = examine(space, RunOrder(RNG, NOBODY))
    assert refused(space, RunOrder(RNG, NOBODY), PreflightItem.PLACE).is_a(Workspaces.LOW_SPACE)
    assert next(row for row in result if row.item is PreflightItem.DEVICE).good is None


def test_a_disk_that_cannot_be_written_is_refused(space, monkeypatch):
    monkeypatch.setattr(preflight.os, "access", lambda *_: False)
    assert refused(space, RunOrder(RNG, NOBODY), PreflightItem.PLACE).is_a(Inputs.UNWRITABLE)


def clock_row(space, order):
    (row,) = (row for row in examine(space, order) if row.item is PreflightItem.CLOCK)
    return row


@pytest.mark.parametrize("submission", ["", NAME])
def test_a_clock_that_nobody_sets_is_refused_for_a_submission_and_told_of_for_practice(
    space, monkeypatch, submission
):
    """Times of a submission's runs are evidence; practice on a computer without a network goes on."""
    monkeypatch.setattr(clock, "is_synchronized", lambda: False)
    order = RunOrder(RNG, NOBODY, submission=submission)
    row = clock_row(space, order)
    assert (row.good, row.needed, row.reasons) == (False, bool(submission), (Nights.CLOCK_UNSYNCHRONIZED(),))
    change_setting(space, "clock_by_hand", "yes", "No time server.", "chief")
    row = clock_row(space, order)
    assert (row.good, row.shown) == (True, BY_HAND)
    change_setting(space, "clock_by_hand", "no", "There is one again.", "chief")
    monkeypatch.setattr(clock, "is_synchronized", lambda: None)
    row = clock_row(space, order)
    assert (row.good, row.needed) == (None, False), "a system that does not say refuses nothing"


@pytest.mark.parametrize("simulated_as", ["", "Fair"])
def test_the_command_line_refuses_the_same_clock_and_tells_of_it_for_practice(
    space, monkeypatch, cli, simulated_as
):
    monkeypatch.setattr(clock, "is_synchronized", lambda: False)
    words = ["run", RNG, "--device", NOBODY, "--workspace", space.path, "--by", "engineer-a"]
    declared = ["--simulated", simulated_as] if simulated_as else []
    code, _, err = cli(*words, *declared, "--submission", NAME)
    assert code == 3
    assert ("127.0.0.1:9" in err) is bool(simulated_as), "practice goes on to the device"
    assert "settings set clock_by_hand yes" in err
    assert list((space.path / "runs").iterdir()) == []
    code, _, err = cli(*words)
    assert "not synchronized" in err
    assert "127.0.0.1:9" in err
    change_setting(space, "clock_by_hand", "yes", "No time server.", "chief")
    code, _, err = cli(*words, "--submission", NAME)
    assert "not synchronized" not in err
    assert "127.0.0.1:9" in err


def test_a_device_that_a_run_holds_is_refused_with_who_holds_it_and_since_when(space, simulated):
    url = simulated("rng")
    with device_lock(url, _lock_folder()):
        reason = refused(space, RunOrder(RNG, url), PreflightItem.DEVICE)
    assert reason.is_a(Evidence.IN_USE)
    facts = (socket.gethostname(), str(os.getpid()), day_and_time(reason["since"]))
    assert [fact for fact in facts if fact not in say(reason)] == []


def test_a_device_that_is_not_there_is_refused(space):
    reason = refused(space, RunOrder(RNG, NOBODY), PreflightItem.DEVICE)
    assert reason.code.startswith(Wire.IN_USE.code.split(".")[0])
