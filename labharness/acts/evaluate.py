"""The recorded samples of a run, judged again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Shown, WindowControl, act, silent, tr
from labharness.acts.gates import ANYWHERE, Place
from labharness.acts.parameters import RunArgument
from labharness.app.runs.evaluating import MOST_WORKERS, PROCESSES, helpers
from labharness.errors import InputError
from labharness.language.catalog import say
from labharness.language.standings import as_values
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.run import Runs
from labharness.model.results import ExitCode, exit_code
from labharness.reason import OnStep

if TYPE_CHECKING:
    from labharness.app.runs.evaluating import Evaluation


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What the samples of a run say when they are judged again."""

    run: str
    evaluation: Evaluation


def _evaluated(evaluated: Evaluated) -> Iterator[Shown]:
    run, again = evaluated.run, evaluated.evaluation
    for each in again.verdict.decisions:
        yield f"{each.outcome.value:<12}  {say(each.reason, again.titles)}"
    if again.differing:
        about = f"{run}: NOT REPRODUCED: {', '.join(again.differing)}."
    elif again.recorded:
        about = f"{run}: the same as on record, {len(again.results)} results."
    else:
        about = f"{run}: no verdict is on record. Record it: labharness resume {run}"
    yield (again.standing, f"  {about}")


def _code(evaluated: Evaluated) -> int:
    again = evaluated.evaluation
    return ExitCode.ERROR if again.differing else exit_code(again.standing, again.ending)


def _values(evaluated: Evaluated) -> dict[str, Any]:
    return {"run": evaluated.run, **as_values(evaluated.evaluation)}


@act(ANYWHERE, WindowControl("Results", tr("Verify a&gain")), shown=_evaluated, values=_values, code=_code)
def evaluate(
    place: Place,
    run: RunArgument,
    *,
    workers: Annotated[int, typer.Option(min=1, max=MOST_WORKERS)] = 1,
    executor: str = PROCESSES,
    step: OnStep = silent,
) -> Evaluated:
    """Judge the recorded samples of a run again, without its device, and compare with its record.

    Nothing is written. 'labharness resume' records the verdict of a run that has none.
    """
    if Path(run).is_file():
        raise InputError(Runs.A_FILE(file=run))
    with helpers(executor, workers) as others:  # they load while this process does
        from labharness.app.runs.evaluating import evaluate_run

        folder = place.run(run)
        step(Doing.EVALUATING())
        again = evaluate_run(folder, workers, executor, others=others, workspace=place.folder)
    return Evaluated(folder.run, again)
