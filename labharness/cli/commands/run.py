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
from labharness.app.run_index import doubted_data
from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption, notes
from labharness.cli.from_acts import ByOption
from labharness.cli.running import OnBegun, OnStep, watch
from labharness.evidence.folder import RunFolder
from labharness.language.catalog import say
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

    for each in () if as_json else doubted_data(space, device):
        notes.print(say(each))

    def conduct(on_begun: OnBegun, on_step: OnStep) -> tuple[RunFolder, Conducted]:
        return services.start_run(space, order, on_begun, on_step, by=by, bench=bench)

    return watch(space, Path(plan).stem, conduct, practice=not is_evidence(order), as_json=as_json)
