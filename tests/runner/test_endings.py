"""A device that fails at any stage: the right ending, the device at rest, and nothing lost."""

import itertools
import threading
import time
from types import SimpleNamespace

import pytest

from labharness.app.reports.reverify import reverify
from labharness.app.submission.submissions import settle_runs
from labharness.cli.root import main
from labharness.devices.lti.frame import FrameReader, LtiFrame
from labharness.devices.lti.message import RequestType
from labharness.errors import StorageError
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.language.catalog import explain
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.run import Course
from labharness.model.reasons.wire import Wire
from labharness.model.results import Ending, Outcome
from labharness.runner import run as conducting
from labharness.simulators import process
from labharness.simulators.catalog import build_machine
from labharness.simulators.fault import Send, Unplug
from labharness.simulators.faults.corrupt_crc import CorruptCrc
from labharness.simulators.firmware import Firmware
from labharness.simulators.unit import SimulatedUnit
from labharness.simulators.usbip import Gadget, Strings, serve
from tests.support.lab import of
from tests.support.recorded import reasons_of

ERROR = Ending.ERROR
# Answers of a shoe before the failing one: HELLO, IDENTIFY and HELLO for its limits before the run; HELLO, IDENTIFY; SOFTWARE;
# LOAD; two of DEAL; COUNT.
STAGES = {"identify": (4, 0), "authenticate": (5, 0), "load": (6, 0), "deals": (8, 10), "count": (9, 20)}
FAULTS = ("unplug_after={}", "stall_after={}")


def assert_kept(folder, ending):
    """What was recorded verifies, and an end was put under it."""
    result = verify(folder.path)
    assert result.clean, result.problems
    assert result.ending is ending


def left(lab, outcome):
    """The run has no end, can be resumed, and says that its device broke it off."""
    folder = lab.space.run("run")
    assert (outcome.ending, outcome.verdict) == (None, None)
    assert outcome.error is not None
    assert verify(folder.path).clean
    assert verify(folder.path).ending is Ending.INTERRUPTED
    assert not folder.alive
    history = RunHistory.of(folder)
    assert Course.DEVICE_FAILED(why=outcome.error.reasons) in history.signs.reasons
    return history


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_device_that_breaks_down_leaves_a_run_to_resume(lab, records, good_sentence, fault, stage):
    answers, deals = STAGES[stage]
    folder, outcome = lab.run(lab.shoe_plan(), lab.device("dealing_shoe", fault.format(answers)))

    history = left(lab, outcome)
    assert good_sentence(explain(outcome.error))
    (rest,) = records(folder, RecordType.SAFE_STATE)
    assert (rest["attempted"], rest["reached"]) == (True, False)
    assert history.summary.units.get("deals", 0) == deals


DAMAGED = {"identify": 5, "authenticate": 6, "count": 10}


@pytest.mark.parametrize("stage", DAMAGED)
def test_a_request_without_effect_is_made_again_after_damaged_bytes(lab, records, monkeypatch, stage):
    damage(monkeypatch, DAMAGED[stage])
    folder, outcome = lab.run(lab.shoe_plan(), lab.device("dealing_shoe", "corrupt_crc=1000000"))

    assert outcome.ending is Ending.COMPLETE
    [again] = [body for body in records(folder, RecordType.EXCHANGE) if body["repeat"]]
    [failed] = [body for body in records(folder, RecordType.EXCHANGE) if body["error"]]
    assert failed["call"] == again["call"]
    assert (failed["error"]["error"], again["repeat"], again["error"]) == ("TransferDamaged", 1, None)
    assert RunHistory.of(folder).trust.repeats == 1
    assert reverify(None, folder).same


def test_repeats_are_limited_by_the_plan(lab, records, monkeypatch):
    damage(monkeypatch, *range(6, 100))
    plan = lab.shoe_plan(texts=[("interruptions_allowed", "repeats_allowed = 2\ninterruptions_allowed")])
    folder, outcome = lab.run(plan, lab.device("dealing_shoe", "corrupt_crc=1000000"))

    assert left(lab, outcome).trust.repeats == 2
    asked = [body["repeat"] for body in records(folder, RecordType.EXCHANGE, call="software")]
    assert asked == [0, 1, 2]


def test_work_is_never_made_again_silently(lab, records, monkeypatch):
    damage(monkeypatch, 8)
    folder, outcome = lab.run(lab.shoe_plan(), lab.device("dealing_shoe", "corrupt_crc=1000000"))

    assert left(lab, outcome).trust.repeats == 0
    [failed] = records(folder, RecordType.EXCHANGE, call="acquire")
    assert failed["error"]["error"] == "TransferDamaged"
    folder, outcome = lab.resume()
    assert outcome.ending is Ending.COMPLETE
    assert Course.INTERRUPTIONS(interruptions=1, allowed=0) in outcome.verdict.reasons
    assert reverify(None, folder).same


@pytest.mark.parametrize("unplugged", [False, True], ids=["answers break off", "unplugged"])
def test_ten_interruptions_lose_nothing(lab, records, monkeypatch, capsys, unplugged):
    """Each time while it deals: what it dealt is lost, is asked for anew, and nothing that was acknowledged is."""
    deals, returns = itertools.count(), []

    def answered(_, request, steps):
        if request.kind != RequestType.DEAL or next(deals) % 2:
            return steps
        if not unplugged:
            return [Send(s.data[:7]) if isinstance(s, Send) else s for s in steps]
        returns.append(threading.Timer(0.1, server.replug))
        returns[-1].start()
        return [Unplug()]

    monkeypatch.setattr(CorruptCrc, "answered", answered)
    server = lab.serve("dealing_shoe", "corrupt_crc=1000000")
    texts = [] if unplugged else patient(0.05, stages=("deals",))
    folder, outcome = lab.run(lab.shoe_plan(units=100, interruptions_allowed=10, texts=texts), server.url)
    for timer in returns:
        timer.join()

    assert outcome.ending is Ending.COMPLETE
    assert len(records(folder, RecordType.BROKEN_OFF)) == len(records(folder, RecordType.RESUMED)) == 10
    history = RunHistory.of(folder)
    assert (history.trust.gaps, history.summary.units) == (10, {"deals": 100})
    assert [body["first"] for body in records(folder, RecordType.OBSERVED)] == list(range(0, 100, 10))
    assert not any(why.is_a(Course.INTERRUPTIONS) for why in outcome.verdict.reasons)
    assert_kept(folder, Ending.COMPLETE)
    assert reverify(None, folder).same
    with pytest.raises(SystemExit):
        main(["show", folder.run, "--workspace", str(lab.space.path)])
    assert "10 interruptions; 0 requests made again." in capsys.readouterr().out


def test_another_interruption_than_the_plan_allows_leaves_the_run(lab, monkeypatch):
    damage(monkeypatch, 7, 15)
    plan = lab.shoe_plan(units=60, interruptions_allowed=1)
    _, outcome = lab.run(plan, lab.device("dealing_shoe", "corrupt_crc=1000000"))
    assert left(lab, outcome).trust.gaps == 1


def test_another_unit_that_comes_back_is_refused(lab, monkeypatch):
    damage(monkeypatch, 8)
    answered = Firmware._identify

    def identify(firmware):
        if firmware._events[-1].code == 2:  # cards are loaded: it is back
            firmware._serial = "another"
        return answered(firmware)

    monkeypatch.setattr(Firmware, "_identify", identify)
    folder, outcome = lab.run(
        lab.shoe_plan(interruptions_allowed=3), lab.device("dealing_shoe", "corrupt_crc=1000000")
    )
    assert outcome.ending is None
    assert outcome.error.reasons[0].is_a(Conduct.OTHER_UNIT)
    assert RunHistory.of(folder).summary.units == {}


def damage(monkeypatch, *answers):
    """Damage some of a device's answers, counted from 1."""
    count = itertools.count(1)

    def answered(_, request, steps):
        if next(count) not in answers:
            return steps
        return [Send(s.data[:-1] + bytes([s.data[-1] ^ 1])) if isinstance(s, Send) else s for s in steps]

    monkeypatch.setattr(CorruptCrc, "answered", answered)


@pytest.fixture
def taking_its_time(monkeypatch):
    """Return an event; devices wait for it where they would wait for some seconds."""
    go_on = threading.Event()
    monkeypatch.setattr(process, "time", SimpleNamespace(sleep=lambda _: go_on.wait(120)))
    yield go_on
    go_on.set()


def without_answer(record):
    return record.type is RecordType.EXCHANGE and record.body.error is not None


def patient(seconds, total=3600, stages=("deals", "count")):
    return [
        (f'name = "{stage}"\n', f'name = "{stage}"\ntimeout_s = {seconds}\ndeadline_s = {total}\n')
        for stage in stages
    ]


@pytest.mark.parametrize("comes", [True, False])
def test_an_answer_that_is_late_ends_the_run(
    lab, records, good_sentence, monkeypatch, taking_its_time, comes
):
    if comes:
        lab.at(without_answer, lambda _: taking_its_time.set())
    else:
        monkeypatch.setattr(conducting, "SAFE_STATE_SECONDS", 0.3)
    folder, outcome = lab.run(lab.shoe_plan(texts=patient(0.3)), lab.device("dealing_shoe", "late"))

    left(lab, outcome)
    assert outcome.error.reasons[0].is_a(Wire.SILENT)
    assert good_sentence(explain(outcome.error))
    # The late answer is skipped on the way to the answer of the request to rest, if that comes in time.
    assert records(folder, RecordType.SAFE_STATE)[0]["reached"] is comes


def test_a_device_that_is_too_slow_ends_the_run(lab, good_sentence, taking_its_time):
    taking_its_time.set()
    lab.at(of(RecordType.STAGE_STARTED, stage="deals"), lambda _: taking_its_time.clear())
    lab.at(without_answer, lambda _: taking_its_time.set())
    _, outcome = lab.run(lab.shoe_plan(texts=patient(0.1)), lab.device("dealing_shoe", "slow"))

    left(lab, outcome)
    assert good_sentence(explain(outcome.error))


def test_a_failure_found_before_the_device_went_stays_a_failure(lab):
    _, outcome = lab.run(lab.shoe_plan(), lab.device("dealing_shoe", "duplicated_card=JD", "unplug_after=8"))

    left(lab, outcome)
    assert settle_runs(lab.space, ["run"]).outcome is Outcome.FAIL


class Chatterbox:
    """Answers nothing once it is asked to deal, but sends an old answer every 0.1 s, for ever."""

    def __init__(self, gadget, firmware):
        self.over, self.talking = threading.Event(), threading.Event()
        self._gadget, self._firmware, self._requests = gadget, firmware, FrameReader()
        self._talk = threading.Thread(target=self._stale, daemon=True)

    def receive(self, data):
        self._requests.feed(data)
        while (request := self._requests.next_frame()) is not None:
            if request.kind == RequestType.DEAL:
                self._talk.start()
        return [] if self._talk.is_alive() else self._firmware.receive(data)

    def _stale(self):
        self.talking.set()
        while not self.over.wait(0.1):
            self._gadget.send(LtiFrame(0x90, 1, b"").encode())


@pytest.mark.parametrize("stopped", [False, True], ids=["deadline", "stop"])
def test_a_device_that_never_comes_to_an_end_cannot_hold_the_run(lab, records, monkeypatch, stopped):
    firmware = Firmware(SimulatedUnit(build_machine("dealing_shoe", 1)), "SN")
    gadget = Gadget(
        Strings("Simulated", "Shoe", "SN"), lambda data: process._perform(gadget, chatterbox.receive(data))
    )
    chatterbox = Chatterbox(gadget, firmware)
    broken = []
    monkeypatch.setattr(threading, "excepthook", broken.append)
    with serve(gadget) as server:
        plan = lab.shoe_plan(texts=patient(0.5, 600 if stopped else 1))
        monkeypatch.setattr(conducting, "SAFE_STATE_SECONDS", 0.4)
        if stopped:  # once it talks: a device that was not yet asked to deal comes to rest

            def stop(folder):
                chatterbox.talking.wait(30)
                folder.send("stop", "somebody")

            lab.when(of(RecordType.STAGE_STARTED, stage="deals"), stop)
        folder, outcome = lab.run(plan, server.url)
        time.sleep(0.5)  # whatever still runs would write now
        chatterbox.over.set()

    assert outcome.ending is (Ending.STOPPED_BY_OPERATOR if stopped else None)
    [failed] = [
        body for body in records(folder, RecordType.EXCHANGE) if body["error"] and body["call"] == "acquire"
    ]
    assert failed["error"]["error"] == ("StopRequested" if stopped else "DeviceTimeout")
    assert records(folder, RecordType.SAFE_STATE)[0]["reached"] is False
    assert reasons_of(records(folder, RecordType.SAFE_STATE)[0]) == (
        Conduct.NOT_AT_REST(),
        Wire.TOO_LONG(seconds=0.4),
    )
    assert reverify(None, folder).same
    assert broken == []
    kinds = [record.type for record in folder.records()]
    after = set(kinds[kinds.index(RecordType.SAFE_STATE) + 1 :])
    judged = {RecordType.FIRST_UNITS, RecordType.RESULT, RecordType.VERDICT, RecordType.END}
    judged = judged if stopped else set()
    assert after == {RecordType.DISCONNECTED} | judged
    assert_kept(folder, outcome.ending or Ending.INTERRUPTED)


def test_an_unexpected_exception_ends_the_run_and_goes_up(lab, monkeypatch, records):
    def fail(*_):
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr("device_adapters.lab_test_interface.LabTestInterface.count", fail)
    with pytest.raises(RuntimeError):
        lab.run(lab.shoe_plan(), lab.device("dealing_shoe"))
    folder = lab.space.run("run")

    assert RunHistory.of(folder).summary.ending is ERROR
    assert RunHistory.of(folder).summary.reasons == (Conduct.HARNESS_FAILED(error="RuntimeError"),)
    assert records(folder, RecordType.SAFE_STATE)[0]["reached"]
    assert RunHistory.of(folder).summary.outcome is Outcome.INCONCLUSIVE
    assert_kept(folder, ERROR)


def test_a_disk_that_fills_leaves_a_run_to_resume(lab, monkeypatch):
    real, full = RunWriter.record, []

    def record(writer, channel, direction, payload):
        if writer.position("device") > 10 and not full:
            full.append(True)
            raise StorageError("The disk is full; free some space and resume.")
        return real(writer, channel, direction, payload)

    monkeypatch.setattr(RunWriter, "record", record)
    url = lab.device("dealing_shoe")
    with pytest.raises(StorageError):
        lab.run(lab.shoe_plan(), url)
    folder = lab.space.run("run")
    assert verify(folder.path).clean
    assert not folder.alive
    folder, outcome = lab.resume()

    assert outcome.ending is Ending.COMPLETE
    assert outcome.verdict.outcome is Outcome.INCONCLUSIVE
    assert Course.INTERRUPTIONS(interruptions=1, allowed=0) in outcome.verdict.reasons
    assert_kept(folder, Ending.COMPLETE)
