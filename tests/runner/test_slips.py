"""Slips of whoever starts a run: refused before there is a run, or asked again."""

import socketserver
import threading
import time
from contextlib import suppress

import pytest

from labharness.app.devices import preflight
from labharness.app.runs.run_index import run_facts
from labharness.app.submission.submissions import gather
from labharness.errors import DeviceError, InputError
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.language.catalog import explain
from labharness.model.device import DeviceClass
from labharness.model.reasons.conclusion import Settled
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.lti import Lti
from labharness.model.reasons.run import Runs, Shown
from labharness.model.results import Ending
from tests.support.lab import SHOE, replying, telling
from tests.support.reasons import refused

PLATE = "Simulated; A shuffler; SIM; simulated; {}"


@pytest.mark.parametrize("fault", ["unplug_after=1", "stall_after=1", "garbage=2", "corrupt_crc=2"])
def test_a_device_that_does_not_say_who_it_is_begins_no_run(lab, good_sentence, fault):
    impatient = [('name = "identify"', 'name = "identify"\ntimeout_s = 1')]
    with pytest.raises(DeviceError) as refused:
        lab.run(lab.shoe_plan(texts=impatient), lab.device("dealing_shoe", fault))
    assert good_sentence(explain(refused.value))
    assert lab.space.runs() == []


class Dripping(socketserver.StreamRequestHandler):
    """Sends a byte now and then, and no answer."""

    def handle(self):
        with suppress(OSError):
            while True:
                self.wfile.write(b"\0")
                time.sleep(0.05)


def test_a_device_that_drips_bytes_does_not_hold_a_run_that_does_not_exist_yet(lab):
    """The plan's deadline for a whole stage is an hour."""
    impatient = [('name = "identify"', 'name = "identify"\ntimeout_s = 1\ndeadline_s = 600')]
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Dripping) as host:
        host.daemon_threads = True
        threading.Thread(target=host.serve_forever, args=(0.05,), daemon=True).start()
        url = f"tcp://127.0.0.1:{host.server_address[1]}"
        (reason,) = refused(DeviceError, lab.run, lab.shoe_plan(texts=impatient), url)
        host.shutdown()
    assert reason.is_a(Lti.NO_FRAME)
    assert lab.space.runs() == []


@pytest.mark.parametrize("reads", [0, 2])
def test_a_plan_that_reads_cards_needs_a_reader(lab, reads):
    """Known decks before the sample, or orders that the device reports: a run without a reader could never pass."""
    if reads:
        plan = lab.shoe_plan(20, reads)
    else:
        plan = lab.plan(SHOE, {"deals": {"units": 20, "batch": 10, "independent_reads": 0}})
    assert refused(InputError, lab.run, plan, lab.device("dealing_shoe")) == (Runs.READER_NEEDED(),)
    assert lab.space.runs() == []


def test_a_class_may_be_typed_as_screens_spell_it():
    for device in DeviceClass:
        for text in (
            device.value,
            device.words,
            device.words.title(),
            device.value.replace("_", "-"),
            f"  {device.words} ",
        ):
            assert DeviceClass.typed(text) is device, text
        assert DeviceClass.typed("shuffler") is None
        assert DeviceClass.typed("") is None


def test_a_name_plate_that_was_read_wrongly_is_asked_for_again(lab, records):
    typed = [PLATE.format(each) for each in ("shuffler", "continuous shuffler", "Batch Shuffler")]
    lab.attend(machine="fair_shuffler", answers=replying(identify=typed))
    folder, outcome = lab.run(lab.hand_plan(2), "operator://", lab.reader)
    assert outcome.ending is Ending.COMPLETE, outcome
    asked = records(folder, RecordType.PROMPT, action="identify")
    assert len(asked) == 3
    identity = RunHistory.of(folder).progress.identity
    assert identity.device_class == RunHistory.of(folder).summary.identity.device_class == "batch_shuffler"


def test_another_unit_that_was_read_first_does_not_stay_the_unit_of_the_run(lab):
    """A run that is resumed is about the unit that was believed, not about the first answer."""
    typed = ["Simulated; Another; 7; x; double shoe", *[PLATE.format("batch shuffler")] * 2]
    lab.attend(machine="fair_shuffler", answers=replying(identify=typed))
    observed = iter(range(99))
    lab.at(
        lambda record: record.type is RecordType.OBSERVED and next(observed) == 0, telling("close_session")
    )
    folder, outcome = lab.run(lab.hand_plan(2), "operator://", lab.reader)
    assert outcome.ending is None
    assert RunHistory.of(folder).progress.identity.serial == "SIM"
    folder, outcome = lab.resume()
    assert outcome.ending is Ending.COMPLETE, outcome


def test_a_person_who_insists_on_another_class_ends_the_run(lab):
    answers = replying(identify=[PLATE.format("double shoe")] * 5)
    lab.attend(machine="fair_shuffler", answers=answers)
    _, outcome = lab.run(lab.hand_plan(2), "operator://", lab.reader)
    assert outcome.ending is Ending.ERROR
    assert outcome.reasons == (Conduct.OTHER_CLASS(planned="batch_shuffler", reported="double_shoe"),)


def test_a_run_that_was_not_begun_is_listed_and_is_no_attempt(lab, monkeypatch):
    """Such as one of before, or of a device that changed between the question and the run."""
    url = lab.device("dealing_shoe", read=True)
    lab.attend(name="night")
    with monkeypatch.context() as patch:
        patch.setattr(preflight, "_needs_reader", lambda *_: False)
        slip, outcome = lab.run(lab.shoe_plan(20, 2), url, name="slip")
    assert outcome.ending is Ending.STOPPED_BY_RULE
    assert run_facts(slip)["not_begun"]
    lab.run(lab.shoe_plan(20, 2), url, lab.reader, name="night")
    assert [run.run for run in lab.space.runs()] == ["night", "slip"]
    attempts = gather(lab.space, ["night"])
    assert [member.run for member in attempts.members] == ["night"]
    assert attempts.notes == (Settled.NOT_BEGUN(run="slip", why=Shown.NO_READER()),)
    assert run_facts(lab.space.run("night"))["not_begun"] is None
    assert refused(InputError, gather, lab.space, ["slip"]) == (
        Runs.NOT_BEGUN(run="slip", why=Shown.NO_READER()),
    )
