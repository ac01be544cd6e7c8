"""The demonstration: four simulated devices as processes of their own, driven to four reports."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from labharness.app.preflight import RunOrder
from labharness.app.reports import build
from labharness.app.services import start_run
from labharness.app.workspace import Workspace
from labharness.errors import DeviceNotFound
from labharness.evidence.folder import RunFolder
from labharness.model.results import Outcome
from labharness.runner.run import Conducted

SEED = 4614
"""Seed of every simulation, for § 461a.4; chosen once, before anything was run with it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One device of the demonstration.

    Parameters
    ----------
    kind
        Simulated machine.
    by_hand
        Whether it has no port.
    cards
        Whether it deals cards, so that an independent reader reads some of its units.
    """

    title: str
    kind: str
    plan: str
    by_hand: bool = False
    cards: bool = False


CASES = (
    Case(
        "Fair continuous shuffler",
        "continuous_shuffler",
        "blackjack-633a-continuous-shuffler-rounds",
        cards=True,
    ),
    Case("Fair automated dealing shoe", "dealing_shoe", "pai-gow-poker-645a-dealing-shoe", cards=True),
    Case("Computerized RNG", "rng", "pai-gow-poker-645a-starting-position"),
    Case(
        "Ten-shelf shuffler, one pass",
        "shelf_shuffler:10",
        "blackjack-633a-batch-shuffler-by-hand",
        by_hand=True,
    ),
)


@dataclass(frozen=True, slots=True)
class CaseReport:
    """What came of one case."""

    case: Case
    run: RunFolder
    outcome: Conducted
    report: Path

    @property
    def as_expected(self) -> bool:
        """Whether the flawed machine failed and the fair one passed."""
        expected = Outcome.FAIL if self.case.by_hand else Outcome.PASS
        return self.outcome.verdict is not None and self.outcome.verdict.outcome is expected


def run_demo(
    workspace: Workspace,
    case: Case,
    on_begun: Callable[[RunFolder], None] = lambda _: None,
    on_step: Callable[[str], None] = lambda _: None,
    submission: str = "",
) -> CaseReport:
    """Start the simulated device and bench of a case, conduct its run, and write its report."""
    run = _free_name(workspace, f"demo-{case.kind.partition(':')[0].replace('_', '-')}")
    with ExitStack() as stack:
        bench = workspace.path / "bench" / run.name
        reader, tray = bench / "reader", bench / "tray"
        reader.mkdir(parents=True)
        device, reader_url = "operator://", f"watch://{reader}"
        command = ["simulate", "bench", "--run", str(run), "--reader", str(reader), "--seed", str(SEED)]
        if case.by_hand:
            stack.enter_context(_process([*command, "--machine", case.kind]))
        else:
            device = stack.enter_context(_simulated_device(case, tray))
            if case.cards:
                stack.enter_context(_process([*command, "--tray", str(tray)]))
        simulated = f"{case.title}, seed {SEED}, fixed beforehand and never searched for"
        order = RunOrder(
            plan=case.plan,
            device=device,
            reader=reader_url if case.cards or case.by_hand else None,
            name=run.name,
            operator="demo",
            simulated=simulated,
            submission="" if case.by_hand else submission,
        )
        folder, outcome = start_run(workspace, order, on_begun, on_step)
    return CaseReport(case, folder, outcome, build(workspace, folder))


@contextmanager
def _simulated_device(case: Case, tray: Path) -> Iterator[str]:
    command = ["simulate", case.kind, "--usbip", "127.0.0.1:0", "--seed", str(SEED)]
    if case.cards:
        command += ["--tray", str(tray)]
    with _process(command) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise DeviceNotFound(
                f"The simulated {case.title} did not start; run: labharness {' '.join(command)}"
            )
        yield str(json.loads(line)["url"])


@contextmanager
def _process(arguments: list[str]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "labharness", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(timeout=10)


def _free_name(workspace: Workspace, name: str) -> Path:
    runs, number = workspace.path / "runs", 1
    while (path := runs / f"{name}-{number}").exists():
        number += 1
    return path
