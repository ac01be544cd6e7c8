"""Stages that prepare or close a session; each says how it went in a status and a sentence.

``done``: as it should be.  ``failed``: the device is not as it should be; the run cannot pass.
``doubtful``: nothing wrong was shown, but the evidence cannot carry a pass.  ``not applicable``: the device has nothing
of what the stage is about, so that nothing is decided.
"""

from __future__ import annotations

from collections.abc import Sequence

from labharness.errors import WrongDevice
from labharness.evidence.records.course import StageFinishedBody, StageStartedBody
from labharness.model.device import CountReport, DeviceIdentity, SoftwareComponent
from labharness.model.stages import StageStatus
from labharness.plans.procedures import Inspect, Procedure
from labharness.plans.stages import Acquire, Authenticate, Count, Identify, Load, Stage, ValidateCapture
from labharness.runner.acquire import put_in
from labharness.runner.bench import Bench
from labharness.runner.capture import validate_capture
from labharness.runner.procedures import inspect, procedure
from labharness.runner.reconciling import count_by_hand, judge_count

Report = tuple[str, str]


class StoppedByRule(Exception):
    """The plan says that a run ends where this stage is not as it should be."""


def run_stage(bench: Bench, stage: Stage) -> None:
    """Run one stage other than an acquisition and record how it went.

    Raises
    ------
    StoppedByRule
        If it did not go well and the plan wants the run to stop there.
    """
    assert not isinstance(stage, Acquire)
    if isinstance(stage, Procedure | Inspect) and stage.name in bench.progress.finished:
        return  # once in a run, not in every session
    bench.control.check()
    by_people = isinstance(stage, Procedure | Inspect)
    bench.append(
        StageStartedBody(
            stage=stage.name,
            kind=stage.kind,
            session=bench.progress.session,
            units=_units(stage),
            done=len(bench.progress.findings.get(stage.name, ())) if by_people else 0,
        )
    )
    status, sentence = _report(bench, stage)
    finish_stage(bench, stage.name, StageStatus(status), sentence)
    if status in ("failed", "doubtful") and stage.otherwise == "stop":
        raise StoppedByRule(
            f"Stage {stage.name} is not as it should be, and the plan stops there: {sentence}"
        )


def _units(stage: Stage) -> int:
    """Return how many decks, trials or items a stage has, 0 where it is done in one go."""
    if isinstance(stage, ValidateCapture):
        return stage.decks
    if isinstance(stage, Procedure):
        return stage.trials
    return len(stage.items) if isinstance(stage, Inspect) else 0


def finish_stage(bench: Bench, name: str, status: StageStatus, sentence: str) -> None:
    """Record that a stage is over."""
    session = bench.progress.session
    bench.append(StageFinishedBody(stage=name, session=session, status=status, reasons=(sentence,)))


def _report(
    bench: Bench, stage: Identify | Authenticate | ValidateCapture | Load | Count | Procedure | Inspect
) -> Report:
    if isinstance(stage, Procedure):
        return procedure(bench, stage)
    if isinstance(stage, Inspect):
        return inspect(bench, stage)
    if isinstance(stage, Identify):
        return _identify(bench, stage)
    if isinstance(stage, Authenticate):
        return _authenticate(bench, stage)
    if isinstance(stage, ValidateCapture):
        return validate_capture(bench, stage)
    return _load(bench, stage) if isinstance(stage, Load) else _count(bench, stage)


def _identify(bench: Bench, stage: Identify) -> Report:
    before = bench.progress.identity
    found: DeviceIdentity = bench.device.ask("identify", bench.wait(stage))
    if before is not None and (found.model, found.serial) != (before.model, before.serial):
        raise WrongDevice(
            f"The run is about {before.model} serial {before.serial}, but {found.model} serial {found.serial} "
            "answers; plug in the first one and resume."
        )
    expected = bench.frozen.plan.device_class.value
    if found.device_class != expected:
        raise WrongDevice(
            f"The plan is for the class {expected.replace('_', ' ')}, but the device says it is of the class "
            f"{found.device_class.replace('_', ' ') or 'unknown'}; choose the right device or plan."
        )
    bench.progress.identity = found
    return "done", f"{found.manufacturer} {found.model}, serial {found.serial}."


def _authenticate(bench: Bench, stage: Authenticate) -> Report:
    before = bench.progress.software
    found: tuple[SoftwareComponent, ...] = bench.device.ask("software", bench.wait(stage))
    bench.progress.software = before or found
    if before is not None and found != before:
        return "failed", "The software is not the one that was there when the run began."
    declared = {(one.name, one.algorithm, one.digest) for one in stage.declared}
    if not declared:
        return (
            "done",
            f"{_components(found)} recorded as reported; the plan declares no hashes to compare them with.",
        )
    reported = {(one.name, one.algorithm, one.digest) for one in found}
    wrong = sorted(name for name, _, _ in declared ^ reported)
    if wrong:
        return "failed", f"Not as declared in the submission: {', '.join(dict.fromkeys(wrong))}."
    return "done", f"{_components(found)} reported as declared; a device's own report is no proof."


def _load(bench: Bench, stage: Load) -> Report:
    assert bench.frozen.cards is not None
    if bench.progress.finished.get(stage.name) == "done":
        found: CountReport = bench.device.ask("count", bench.wait(stage))
        if found.inside:
            return judge_count(found, bench.frozen.cards.size)
        bench.deviation("The device had been emptied since the last session; the cards were put in again.")
        bench.progress.last_output.clear()
    found = put_in(bench, stage)
    return judge_count(found, bench.frozen.cards.size)


def _count(bench: Bench, stage: Count) -> Report:
    assert bench.frozen.cards is not None
    if stage.by == "hand" and bench.device.info.source.independent:
        return count_by_hand(bench, stage)
    found: CountReport = bench.device.ask("count", bench.wait(stage))
    told = judge_count(found, bench.frozen.cards.size)
    if stage.by == "device":
        return told
    both = (told, count_by_hand(bench, stage))
    worst = next(one for one in ("failed", "doubtful", "done") if one in {status for status, _ in both})
    return worst, " ".join(sentence for _, sentence in both)


def _components(found: Sequence[object]) -> str:
    return f"{len(found)} component{'' if len(found) == 1 else 's'}"
