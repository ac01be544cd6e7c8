"""Runs and their plans: load, start and resume them, for the command line and the window alike.

Signals of the operating system to a process that conducts a run.
"""

from __future__ import annotations

import platform
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from itertools import chain, islice
from pathlib import Path
from types import FrameType
from typing import Any

from labharness import __version__
from labharness.analysis.power.power_table import FILE, FOLDER
from labharness.analysis.sampling.catalog import Catalog
from labharness.app.catalog.games import table_for_run
from labharness.app.devices.device_lease import leased
from labharness.app.devices.preflight import (
    RunOrder,
    check_place,
    fitting_adapters,
    held,
    refuse_unfit_device,
    refuse_wrong_clock,
)
from labharness.app.outside.trusted import refuse_untrusted
from labharness.app.people.conducting import may_resume, may_start
from labharness.app.plug_ins.discovery import discover
from labharness.app.plug_ins.plug_in_files import read_data, versions
from labharness.app.workspace.workspace import Workspace
from labharness.child_processes import command_line
from labharness.errors import EvidenceError, PlugInError
from labharness.evidence.durable import own_account, user
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.line_index import note_begun
from labharness.evidence.records.body import SCHEMA
from labharness.evidence.records.course import StartBody
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.command import PlugIns
from labharness.model.reasons.run import Runs
from labharness.plans.card_stock import FILE as CARDS
from labharness.plans.card_stock import find_stock, recorded_marks
from labharness.plans.coverage import packaged
from labharness.plans.frozen import FrozenPlan, composable, find_plan, freeze, frozen_plan
from labharness.plans.origin import plan_named, refuse_borrowed
from labharness.reason import OnStep, unheard
from labharness.runner.control import Control
from labharness.runner.cutting import Conducted, conclude
from labharness.runner.recovery import take_up
from labharness.runner.run import Conductor

_STOP = ("SIGINT",)
"""A person at the keyboard ends the run."""
_INTERRUPT = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""A service is stopped, a terminal goes away or a computer shuts down: the run goes on another time."""


@contextmanager
def signals_to(hear: Callable[[str], None]) -> Iterator[None]:
    """Hand signals by their names to a function instead of dying of them.

    Signals that whoever started this process has it ignore, as ``nohup`` does, stay ignored.
    """
    before: dict[int, Any] = {}

    def on_signal(number: int, _: FrameType | None) -> None:
        hear(signal.Signals(number).name)

    try:
        # Only the main thread may listen; whoever started another one stops it by the inbox.
        if threading.current_thread() is threading.main_thread():
            for name in (*_STOP, *_INTERRUPT):
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                    before[number] = signal.signal(number, on_signal)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def heard(control: Control) -> AbstractContextManager[None]:
    """Hand signals to a run."""
    return signals_to(lambda name: control.interrupt(name, stop=name in _STOP))


LONGEST_NAME = 400
"""Characters that the register keeps of who did something."""


def load_plan(
    name: str, catalog: Catalog, content: bytes | None = None, workspace: Path | None = None
) -> FrozenPlan:
    """Read and fully validate a plan.

    Parameters
    ----------
    workspace
        Whose plug-ins may hold the plan.

    Raises
    ------
    PlanError
        With every mistake.
    PlugInError
        If a plan of others has the id of another plan, or a file name that is not its id.
    """
    others = read_data("plans", name, workspace) if content is None else None
    if others is not None and (name in packaged() or name in composable()):
        raise PlugInError(PlugIns.NAMED_TWICE(name=name, files=(others[1], f"test_plans/{name}.toml")))
    content, where = (content, f"{name}.toml") if content is not None else others or find_plan(name)
    frozen = freeze(content, where)
    if others is not None and frozen.plan.id != name:
        raise PlugInError(PlugIns.MISNAMED(file=where, name=name, names=(frozen.plan.id,)))
    catalog.validate(frozen, where)
    refuse_borrowed(frozen, where)
    return frozen


def start_run(
    workspace: Workspace,
    order: RunOrder,
    on_begun: Callable[[RunFolder], None] = lambda _: None,
    on_step: OnStep = unheard,
    *,
    by: str | None = None,
    bench: str = "",
) -> tuple[RunFolder, Conducted]:
    """Refuse what can be refused before the first byte, then conduct a run to its end.

    Parameters
    ----------
    by, bench
        Who starts it, as of :func:`labharness.app.people.conducting.may_start`.

    Raises
    ------
    LabharnessError
        With one sentence that says what to do; nothing has been recorded then.
    """
    may_start(workspace, order, by, bench)
    refuse_untrusted(workspace.path)
    catalog = discover(workspace.path)
    frozen = load_plan(order.plan, catalog, workspace=workspace.path)
    check_place(workspace, order)
    adapters = fitting_adapters(catalog, frozen, order)
    stock, stock_bytes = find_stock(order.cards, frozen) if order.cards else (None, b"")
    if order.submission:
        refuse_unknown(workspace, order.submission)
    refuse_wrong_clock(workspace, order)
    table = table_for_run(frozen, catalog, workspace.path / "plans" / FOLDER, on_step=on_step)
    path = workspace.new_run(order.name, frozen.plan.id)
    urls = (order.device, order.reader)
    with leased(workspace, urls, path.name, bench) as lease, held(*urls):
        lease.take_unit(refuse_unfit_device(catalog, frozen, order, adapters.device.name))
        start = StartBody(
            schema=SCHEMA,
            labharness=__version__,
            plan=plan_named(frozen),
            device=order.device,
            reader=order.reader,
            operator=order.operator or user(),
            account=own_account(),
            host=platform.node(),
            versions=versions(workspace.path),
            adapter=adapters,
            simulated=order.simulated,
            submission=order.submission,
            cards=stock.description if stock else None,
            run=path.name,
            files={},
            compares=True,
        )
        files = frozen.files
        if stock is not None:
            files[CARDS] = stock_bytes
        if table:
            files[FILE] = table
        writer = RunWriter.create(path, files, start)
        note_begun(path)
        folder = RunFolder(path)
        if order.submission:
            _note_start(workspace, order.submission, order.plan, order.operator, folder)
        on_begun(folder)
        conductor = Conductor(writer, frozen, catalog, heard, on_step, workspace.runs)
        return folder, conductor.conduct(start, RunHistory())


def resume_run(
    folder: RunFolder,
    on_begun: Callable[[RunFolder], None] = lambda _: None,
    on_step: OnStep = unheard,
    *,
    named: Workspace | None = None,
    by: str | None = None,
    bench: str = "",
) -> Conducted:
    """Go on with a run whose session was closed or whose runner died; its own frozen plan holds.

    A run of which nothing but the verdict is missing is judged; that needs no device, but a clock: the end of the run is
    evidence like its start.

    Parameters
    ----------
    named
        The workspace whose plug-ins it may use.
    by, bench
        Who resumes it, as of :func:`labharness.app.people.conducting.may_resume`.
    """
    if named is not None:
        refuse_untrusted(named.path)
    if (workspace := Workspace.holding(folder)) is not None:
        may_resume(workspace, folder.run, by, bench)
    before = RunHistory.of(folder).summary
    if before.ending is not None:
        raise EvidenceError(Runs.ENDED(run=folder.run))
    start = folder.begun()
    if workspace is not None:
        refuse_wrong_clock(workspace, start)
        if start.submission and len(list(islice(folder.records(), 2))) == 1:
            # Something interrupted the beginning: no further record is written before the register knows the run.
            _note_start(workspace, start.submission, start.plan.id, start.operator, folder)
    catalog = discover(named.path if named else None)
    frozen = frozen_plan(folder)
    beside: Callable[[], Sequence[RunFolder]] = workspace.runs if workspace is not None else tuple
    if before.conducted is not None:
        writer = RunWriter.reopen(folder)
        on_begun(folder)
        return conclude(writer, frozen, catalog, before.conducted, on_step, beside)
    recorded_marks(folder)  # refuses a changed card-set file before anything is recorded
    urls = (start.device, start.reader)
    with leased(workspace, urls, folder.run, bench) as lease, held(*urls):
        lease.take_unit(before.identity)
        writer, history = take_up(folder)
        on_begun(folder)
        return Conductor(writer, frozen, catalog, heard, on_step, beside).conduct(start, history)


def run_command(workspace: Path, order: RunOrder, bench: str = "") -> list[str]:
    """Return the command that conducts a run in a process of its own, for the worker of a bench where one is named."""
    options = asdict(order) | {"workspace": str(workspace), "bench": bench}
    plan, options["run"] = options.pop("plan"), options.pop("name")
    given = ((f"--{name.replace('_', '-')}", value) for name, value in options.items() if value)
    return command_line("run", plan, *chain.from_iterable(given), "--json")


def resume_command(folder: RunFolder, bench: str = "") -> list[str]:
    """Return the command that resumes a run in a process of its own, for the worker of a bench where one is named."""
    workspace = folder.path.absolute().parent.parent
    of_bench = ["--bench", bench] if bench else []
    return command_line("resume", folder.run, "--workspace", str(workspace), *of_bench, "--json")


def refuse_unknown(workspace: Workspace, submission: str) -> None:
    """Raise :class:`RegisterError` where the register holds no such submission."""
    from labharness.app.workspace.register import (
        open_register,  # the database is not for runs without a submission
    )

    with open_register(workspace) as register:
        register.snapshot(submission)


def _note_start(workspace: Workspace, submission: str, plan: str, operator: str, folder: RunFolder) -> None:
    """Put on record that a run was begun: were its folder lost, the submission could no longer pass."""
    from labharness.app.workspace.register import STARTED, record

    body = {"run": folder.run, "start": folder.start().hash, "plan": plan}
    # The ledger has the name whole; nothing in it may keep a run from being put on record.
    who = operator[:LONGEST_NAME].encode("utf-8", "replace").decode()
    record(workspace, STARTED, body, "A run of the submission was begun.", submission, who)
