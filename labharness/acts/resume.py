"""The act ``labharness resume``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.acts.declaring import Seat, Tell, Watch, WindowControl, act, silent, tr, unwatched
from labharness.acts.gates import elsewhere
from labharness.acts.parameters import BenchOfQueueOption
from labharness.acts.run import ConductedRun, code, conducted, lines, values
from labharness.model.device import MAY_RUN


@act(
    elsewhere("the list of people, or the bench that has taken the run", *MAY_RUN),
    WindowControl("Live", tr("Resume")),
    shown=lines,
    values=values,
    code=code,
)
def resume(
    seat: Seat,
    name: Annotated[str, typer.Argument(metavar="RUN")],
    *,
    bench: BenchOfQueueOption = "",
    tell: Tell = silent,
    watch: Watch = unwatched,
) -> ConductedRun:
    """Continue a run after a closed session or an interruption.

    The gap is recorded. It can only lower the verdict; the plan states the number of interruptions allowed.
    """
    from labharness.app.devices.preflight import is_evidence
    from labharness.app.runs.services import resume_run

    space = seat.workspace
    folder = space.run(name)
    return conducted(
        space,
        folder.run,
        lambda begun, step: (folder, resume_run(folder, begun, step, named=space, by=seat.by, bench=bench)),
        tell,
        watch,
        practice=not is_evidence(folder.begun()),
    )
