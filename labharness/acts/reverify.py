"""A run, from its recorded bytes alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labharness.acts.declaring import Shown, WindowControl, act, silent, tr
from labharness.acts.gates import ANYWHERE, Place
from labharness.acts.parameters import RunArgument
from labharness.language.catalog import say
from labharness.language.standings import as_values
from labharness.model.reasons.conduct import Doing
from labharness.model.results import ExitCode
from labharness.reason import OnStep

if TYPE_CHECKING:
    from labharness.app.reports.reverify import Reverification


@dataclass(frozen=True, slots=True)
class Repeated:
    """What came of a run when it was done again."""

    run: str
    again: Reverification


def _repeated(repeated: Repeated) -> Iterator[Shown]:
    again = repeated.again
    yield from map(say, (*again.problems, *again.notes))
    counts = f"{again.exchanges:,} exchanges, {again.observations:,} units, {again.results} results"
    state = "reproduced" if again.same else "NOT REPRODUCED"
    yield f"{repeated.run}: {state}; the same again: {counts}; report {again.report}."


@act(
    ANYWHERE,
    WindowControl("Results", tr("Verify a&gain")),
    shown=_repeated,
    values=lambda repeated: {**as_values(repeated.again), "same": repeated.again.same},
    code=lambda repeated: ExitCode.PASSED if repeated.again.same else ExitCode.ERROR,
)
def reverify(place: Place, run: RunArgument, *, step: OnStep = silent) -> Repeated:
    """Repeat a run from its recorded bytes alone: observations, results, verdict and report."""
    from labharness.app.reports.reverify import reverify as repeat

    folder = place.run(run)
    step(Doing.REVERIFYING())
    return Repeated(folder.run, repeat(place.workspace, folder, step))
