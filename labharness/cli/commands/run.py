"""The command ``labharness run``."""

from __future__ import annotations

from pathlib import Path

from labharness.acts.parameters import (
    AdapterOption,
    BenchOfQueueOption,
    CardsOption,
    DeviceOption,
    NameOption,
    OperatorOption,
    PlanArgument,
    ReaderAdapterOption,
    ReaderOption,
    SimulatedOption,
    SubmissionOption,
)
from labharness.app import services
from labharness.app.clock import is_evidence
from labharness.app.preflight import RunOrder
from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from labharness.cli.from_acts import ByOption
from labharness.cli.reading import tell_doubted_data
from labharness.cli.running import OnBegun, OnStep, watch
from labharness.evidence.folder import RunFolder
from labharness.runner.concluding import Conducted


def command(
    plan: PlanArgument,
    *,
    device: DeviceOption,
    reader: ReaderOption = None,
    name: NameOption = None,
    operator: OperatorOption = "",
    adapter: AdapterOption = None,
    reader_adapter: ReaderAdapterOption = None,
    simulated: SimulatedOption = "",
    cards: CardsOption = None,
    submission: SubmissionOption = "",
    by: ByOption = None,
    bench: BenchOfQueueOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Run a plan on a device, to a verdict and a report.

    Ctrl-C stops the run at any time and keeps its records.  After a power cut or a crash, use 'labharness
    resume'.
    """
    space = Workspace.open(workspace)
    order = RunOrder(
        plan, device, reader, name, operator, adapter, simulated, cards, submission, reader_adapter
    )

    tell_doubted_data(space, device, as_json=as_json)

    def conduct(on_begun: OnBegun, on_step: OnStep) -> tuple[RunFolder, Conducted]:
        return services.start_run(space, order, on_begun, on_step, by=by, bench=bench)

    return watch(space, Path(plan).stem, conduct, practice=not is_evidence(order), as_json=as_json)
