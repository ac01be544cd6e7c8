"""A run of which only the verdict is missing is judged from the disk, at any time and without its device."""

import pytest

from labharness.app.reports.reverify import reverify
from labharness.app.runs.services import resume_run
from labharness.errors import EvidenceError, StorageError
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Ending, Outcome
from labharness.runner import cutting as concluding
from labharness.simulators.process import start
from tests.support.lab import of, telling
from tests.support.runs import broken_off

RNG = "pai-gow-poker-645a-starting-position"
STAGES = {"draws": {"units": 3000, "batch": 1000}, "raw": {"units": 8000, "batch": 4000}}
ERRORS = (RuntimeError("a mistake of ours"), KeyboardInterrupt())


def run_without_a_verdict(lab, monkeypatch, error, *faults):
    """Carry a plan out on a device that is gone afterwards; judging it fails."""
    with monkeypatch.context() as patch, start("rng", seed=4614, faults=faults) as server:
        patch.setattr(concluding, "judge", lambda *_: (_ for _ in ()).throw(error))
        with pytest.raises(type(error)):
            lab.run(lab.plan(RNG, STAGES), server.url)
    return lab.space.run("run")


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_what_fails_while_judging_is_done_again_without_the_device(lab, monkeypatch, error):
    folder = run_without_a_verdict(lab, monkeypatch, error)
    before = RunHistory.of(folder).summary
    assert before.awaits_judgment
    assert (before.ending, before.outcome) == (None, Outcome.INCONCLUSIVE)
    assert before.safe_state[0].reached
    assert not folder.alive
    assert verify(folder.path).clean

    outcome = resume_run(folder)
    assert (outcome.ending, outcome.verdict.outcome) == (Ending.COMPLETE, Outcome.PASS)
    summary = RunHistory.of(folder).summary
    assert (summary.gaps, summary.awaits_judgment, summary.outcome) == ([], False, Outcome.PASS)
    assert verify(folder.path).clean
    assert reverify(lab.space, folder).same
    with pytest.raises(EvidenceError):
        resume_run(folder)


def test_a_failure_is_not_lost_with_its_first_judgment(lab, monkeypatch):
    folder = run_without_a_verdict(lab, monkeypatch, RuntimeError(), "stuck_bit")
    assert resume_run(folder).verdict.outcome is Outcome.FAIL


def test_a_run_that_was_stopped_is_judged_and_does_not_go_on(lab, monkeypatch):
    lab.at(of(RecordType.OBSERVED), telling("stop"), "run")
    folder = run_without_a_verdict(lab, monkeypatch, RuntimeError())
    outcome = resume_run(folder)
    assert (outcome.ending, outcome.verdict.outcome) == (Ending.STOPPED_BY_OPERATOR, Outcome.INCONCLUSIVE)
    assert RunHistory.of(folder).summary.units == {"draws": 1000}


@pytest.mark.parametrize("stride", [4, pytest.param(1, marks=pytest.mark.long)])
def test_a_judgment_may_break_off_after_any_of_its_records(lab, stride):
    """Every fourth and the last one: each is judged and reverified twice; all of them in make long."""
    whole, outcome = lab.run(lab.plan(RNG, STAGES), lab.device("rng", seed=4614))
    written = list(whole.records())
    over = next(record.seq for record in written if record.type is RecordType.CONDUCTED)
    for lines in {*range(over + 1, len(written), stride), len(written) - 1}:
        folder = broken_off(whole, lines, lab.space.path / f"cut-{lines}")
        assert reverify(None, folder).same
        again = resume_run(folder)
        assert again.verdict == outcome.verdict
        summary = RunHistory.of(folder).summary
        assert (summary.verdict, summary.results) == (outcome.verdict, RunHistory.of(whole).summary.results)
        assert verify(folder.path).clean
        assert reverify(None, folder).same


def test_a_disk_that_fills_under_the_verdict_keeps_the_run(lab, monkeypatch):
    real = RunWriter.append

    def append(writer, body):
        if body.TYPE is RecordType.VERDICT:
            raise StorageError(Evidence.DISK(file="ledger.jsonl", why="No space left on device"))
        return real(writer, body)

    with monkeypatch.context() as patch, start("rng", seed=4614) as server:
        patch.setattr(RunWriter, "append", append)
        with pytest.raises(StorageError):
            lab.run(lab.plan(RNG, STAGES), server.url)
    assert resume_run(lab.space.run("run")).verdict.outcome is Outcome.PASS
