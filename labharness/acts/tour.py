"""The act ``labharness tour``."""

from __future__ import annotations

from labharness.acts.declaring import Tell, Watch, WindowControl, act, silent, tr, unwatched
from labharness.acts.gates import PersonSeat, by_role
from labharness.acts.run import ConductedRun, code, conducted, lines, values
from labharness.model.device import MAY_RUN


@act(
    by_role(*MAY_RUN),
    WindowControl("Home", tr("See it work on a simulated device")),
    shown=lines,
    values=values,
    code=code,
)
def tour(on: PersonSeat, *, run: str = "", tell: Tell = silent, watch: Watch = unwatched) -> ConductedRun:
    """Test a simulated shuffler with a known defect in two minutes: two questions, a FAIL and its report."""
    from labharness.app.demonstration.demo import DEVICE, conduct_tour, next_tour

    name = run or next_tour(on.workspace)
    return conducted(
        on.workspace,
        DEVICE.title,
        lambda begun, step: conduct_tour(on.workspace, name, begun, step, on.acting.who),
        tell,
        watch,
    )
