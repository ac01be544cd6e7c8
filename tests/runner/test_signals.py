"""What the operating system says to a process that conducts a run."""

import os
import signal
import sys
import threading

import pytest

from labharness.acts.declaring import Seat
from labharness.acts.tell import tell
from labharness.app.runs import services
from labharness.app.runs.services import heard
from labharness.errors import InputError
from labharness.evidence.folder import COMMANDS
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.model.reasons.conduct import Conduct
from labharness.model.results import Ending, Outcome

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows tells a program with other signals")

RNG = "pai-gow-poker-645a-starting-position"
STAGES = {"draws": {"units": 3000, "batch": 1000}, "raw": {"units": 8000, "batch": 4000}}
AWAY = ("SIGTERM", "SIGHUP")


class Heard:
    """A control that only remembers."""

    def __init__(self):
        self.said = []

    def interrupt(self, name, *, stop):
        self.said.append((name, stop))


def enough(record):
    return record.type is RecordType.OBSERVED and record.body.first + record.body.units >= 10


@pytest.fixture(autouse=True)
def attached():
    """A process of a terminal, also where the tests run under nohup, which has a hang-up ignored."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("name", AWAY)
def test_a_system_that_goes_down_leaves_the_device_at_rest_and_the_run_to_resume(lab, records, name):
    url = lab.device("rng", seed=4614)
    lab.at(enough, lambda _: os.kill(os.getpid(), getattr(signal, name)))
    folder, outcome = lab.run(lab.plan(RNG, STAGES, interruptions_allowed=1), url)

    assert (outcome.ending, outcome.verdict) == (None, None)
    assert outcome.reasons == (Conduct.INTERRUPTED_BY(signal=f"signal {name}"),)
    assert records(folder, RecordType.END) == records(folder, RecordType.CONDUCTED) == []
    assert [(record["command"], record["who"]) for record in records(folder, RecordType.COMMAND)] == [
        ("interrupt", f"signal {name}")
    ]
    assert [record["reached"] for record in records(folder, RecordType.SAFE_STATE)] == [True]
    assert not folder.alive
    assert verify(folder.path).clean

    folder, outcome = lab.resume()
    assert (outcome.ending, outcome.verdict.outcome) == (Ending.COMPLETE, Outcome.PASS), outcome.verdict
    assert [record["planned"] for record in records(folder, RecordType.RESUMED)] == [False]
    assert RunHistory.of(folder).summary.units == {"draws": 3000, "raw": 8000}


def test_a_person_may_not_say_that_the_system_went_down(lab):
    """An interruption may be excused where a stop by a person is not."""
    assert "interrupt" not in COMMANDS
    refused = []

    def try_it(folder):
        with pytest.raises(InputError) as error:
            tell(Seat(lab.space), folder.run, "interrupt", who="Ada")
        refused.append(error.value)
        (folder.path / "inbox" / "1.json").write_text('{"command": "interrupt", "who": "Ada"}')

    lab.at(enough, try_it)
    _, outcome = lab.run(lab.shoe_plan(40), lab.device("dealing_shoe"))
    assert len(refused) == 1
    assert outcome.ending is Ending.COMPLETE


def test_signals_are_those_of_before_while_the_run_is_judged(lab, monkeypatch):
    """Judging can be done again, so that nothing need be waited for."""
    before = {name: signal.getsignal(getattr(signal, name)) for name in (*AWAY, "SIGINT")}
    during = []
    real = services.Conductor._carry_out

    def carry_out(conductor, *given):
        during.append(signal.getsignal(signal.SIGTERM))
        return real(conductor, *given)

    def judging(_):
        assert {name: signal.getsignal(getattr(signal, name)) for name in before} == before

    monkeypatch.setattr(services.Conductor, "_carry_out", carry_out)
    services.start_run(
        lab.space,
        services.RunOrder(lab.shoe_plan(), lab.device("dealing_shoe"), None, "run", "test"),
        on_step=judging,
    )
    assert during[0] is not before["SIGTERM"]


def test_signals_that_are_ignored_stay_ignored():
    """As under nohup, which lets a run outlive its terminal."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    control = Heard()
    try:
        with heard(control):
            os.kill(os.getpid(), signal.SIGHUP)
            os.kill(os.getpid(), signal.SIGTERM)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
    assert control.said == [("SIGTERM", False)]


def test_another_thread_hears_nothing():
    before = signal.getsignal(signal.SIGTERM)

    def work():
        with heard(Heard()):
            assert signal.getsignal(signal.SIGTERM) is before

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
