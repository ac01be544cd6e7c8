"""What the workspaces of the pictures hold: each function writes it, and returns the specimen that is shown, if one is."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

from labharness.acts import store
from labharness.acts.declaring import Seat
from labharness.app.devices.preflight import RunOrder
from labharness.app.planning.plan_versions import begin_draft
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.services import start_run
from labharness.app.shared_store.copying import copy
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.evidence.lock import LEDGER
from labharness.model.cards import RANKS, SUITS
from labharness.model.reasons.conduct import Ask
from labharness.model.reasons.decision import Held
from labharness.model.results import Outcome
from labharness.reason import Titled, dump_reason
from labharness.simulators.process import start
from tests.support.made_once import made_once
from tests.support.run_factory import failing, write_run
from tests.support.window.specimen import BATCHES, DRAWS, ROUNDS, SHUFFLES, Specimen
from tests.support.window.specimen_night import AT_WORK, queue_a_night
from tests.support.window.specimen_submission import write_submissions

RELEASED = Path(__file__).parents[2] / "released" / "0.1.0"
DEALS = "pai-gow-poker-645a-dealing-shoe"
CHOSEN = "double-back-jack-591-batch-shuffler"
BIASED = "20251123T210412-starting-position"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
PLATE = "From the name plate: manufacturer; model; serial; hardware revision."


def remember(place: Path, plan: str) -> None:
    """Leave a plan as the last that was chosen."""
    from labharness.gui.starting.plan_choice import LAST  # Qt, which these workspaces need nowhere else

    (place / LAST).write_text(json.dumps({"plan": plan}), encoding="utf-8")


def earlier(place: Path) -> None:
    """Leave some finished runs in the list."""
    remember(place, ROUNDS)
    ended(place)


def ended(place: Path) -> None:
    for name, plan, outcome in (
        ("20250310T081502-starting-position", DRAWS, Outcome.PASS),
        ("20250311T091007-batch-shuffler-by-hand", SHUFFLES, Outcome.FAIL),
        ("20250311T140210-dealing-shoe", DEALS, Outcome.INCONCLUSIVE),
    ):
        Specimen(place / "runs" / name, plan).end(outcome)


def running(place: Path) -> Specimen:
    earlier(place)
    specimen = Specimen(place / "runs" / "20250312T083000-continuous-shuffler", ROUNDS)
    specimen.begin("rounds")
    for _ in range(32):
        specimen.observe("rounds", 20)
        time.sleep(0.03)
    return specimen


def passed(place: Path) -> Specimen:
    earlier(place)
    specimen = Specimen(place / "runs" / "20250312T083000-starting-position", DRAWS)
    specimen.begin("draws")
    for _ in range(30):
        specimen.observe("draws", 5000)
    specimen.finish("draws", sentence="150,000 outcomes recorded.")
    specimen.begin("raw")
    specimen.observe("raw", 1_250_000)
    specimen.finish("raw", sentence="1,250,000 bytes recorded.")
    specimen.end(Outcome.PASS, sentence="Every required check passed on the complete planned sample.")
    return specimen


def failed(place: Path) -> Specimen:
    earlier(place)
    specimen = Specimen(place / "runs" / "20250312T083000-batch-shuffler-by-hand", SHUFFLES, shelves=10)
    specimen.begin("shuffles")
    for _ in range(260):
        specimen.observe("shuffles", 1)
    specimen.finish("shuffles", sentence="260 shuffles recorded.")
    specimen.begin("reader-after")
    specimen.finish("reader-after")
    specimen.end(
        Outcome.FAIL,
        Held.OUTRIGHT(check=Titled("Rising sequences"), p=3e-9, level=1e-6),
        Held.OUTRIGHT(check=Titled("Kept neighbors"), p=4e-8, level=1e-6),
    )
    return specimen


def asking(place: Path) -> Specimen:
    earlier(place)
    specimen = Specimen(place / "runs" / "20250312T083000-batch-shuffler-by-hand", SHUFFLES)
    specimen.begin("shuffles")
    for _ in range(41):
        specimen.observe("shuffles", 1)
    specimen.note("The reader was moved to another table after shuffle 30.")
    text = "Load the deck in this order, top card first, run one shuffle, and take the cards out face down."
    specimen.prompt(0, "shuffle", text, cards=" ".join(DECK))
    return specimen


def plate(place: Path) -> Specimen:
    return asks(place, SHUFFLES, "identify", "identify", PLATE)


def entering(place: Path) -> Specimen:
    return asks(place, SHUFFLES, "shuffles", "enter_order", "First person: enter the cards, top card first.")


def six_decks(place: Path) -> Specimen:
    text = "Put the cards into the machine in the order shown, shuffle, unload."
    return asks(place, BATCHES, "ports", "shuffle", text, unit=4, cards=" ".join(DECK * 6))


def inspecting(place: Path) -> Specimen:
    earlier(place)
    text = (
        "No port that takes data can be reached while the device stands at a table with its doors closed. "
        "(58 Pa. Code § 461a.4)"
    )
    data = {"answers": ["yes", "no", "n/a"], "comment": ["n/a", "no"], "photograph": True}
    return asks(place, BATCHES, "ports", "inspect", text, how=dump_reason(Ask.HOW_WITH_PHOTOGRAPH()), **data)


def asks(place: Path, plan: str, stage: str, action: str, text: str, **data: object) -> Specimen:
    """Leave a run that asks something."""
    day = "20250313T091500" if plan == BATCHES else "20250312T083000"
    specimen = Specimen(place / "runs" / f"{day}-{plan.removeprefix('blackjack-633a-')}", plan)
    specimen.begin(stage)
    specimen.prompt(0, action, text, **data)
    return specimen


def gone(place: Path) -> Specimen:
    specimen = running(place)
    specimen.close()
    return specimen


def filed(place: Path) -> None:
    """Leave a register with two submissions."""
    shutil.copytree(made_once("two-submissions", _filed), place, dirs_exist_ok=True)


def _filed(folder: Path) -> Path:
    write_submissions(folder / "workspace")
    remember(folder / "workspace", DRAWS)
    return folder / "workspace"


def unsigned(place: Path) -> None:
    """Leave a register with a report that nobody signed."""
    shutil.copytree(made_once("unsigned", _unsigned), place, dirs_exist_ok=True)


def _unsigned(folder: Path) -> Path:
    from labharness.app.reports.submission_reports import build_submission_report

    filed(folder / "workspace")
    build_submission_report(Workspace(folder / "workspace"), "demo-1", "deficiency", by="engineer")
    return folder / "workspace"


def night(place: Path) -> Specimen:
    """Leave a workspace in the morning: runs that ended, one whose runner is gone, a queue, and a run of it at work."""
    ended(place)
    gone = Specimen(place / "runs" / "20250312T083000-continuous-shuffler", ROUNDS)
    gone.begin("rounds")
    gone.observe("rounds", 20)
    gone.close()
    queue_a_night(Workspace(place))
    at_work = Specimen(place / "runs" / AT_WORK, DRAWS)
    at_work.begin("draws")
    at_work.observe("draws", 70_000)
    at_work.writer.barrier()
    return at_work


def released(place: Path, *names: str) -> None:
    """Leave a workspace with the released runs that are named, or with all of them."""
    for name in names or sorted(folder.parent.name for folder in RELEASED.glob(f"*/{LEDGER}")):
        shutil.copytree(RELEASED / name, place / "runs" / name)


def stored(place: Path) -> None:
    """Leave a workspace with the released runs, copied to a store beside it."""
    released(place)
    marker = place / MARKER
    marker.write_text(f'store = "{place.parent / "store"}"\n' + marker.read_text("utf-8"), "utf-8")
    store.init(Seat(Workspace(place)))
    copy(Workspace(place))


def biased(place: Path) -> None:
    """Leave a run of the packaged plan on a generator that takes a byte modulo the range, beside the released runs."""
    released(place)
    with start("rng", seed=4614, faults=["modulo_bias"]) as device:
        start_run(Workspace(place), RunOrder(DRAWS, device.url, name=BIASED, operator="A. Clerk"))


def two_units(place: Path) -> None:
    """Leave two runs of one plan, of which one fails."""
    write_run(place / "runs" / "unit-a")
    results, verdict = failing()
    write_run(place / "runs" / "unit-b", results=results, verdict=verdict, simulated="made up, no device")


def staffed(place: Path) -> None:
    """Leave a laboratory with its people."""
    from tests.support.window.specimen_staff import write_staff

    write_staff(place)


def empty(place: Path) -> None:
    """Leave a workspace that was just made."""


def drafted(place: Path) -> None:
    """Leave a draft of a plan."""
    begin_draft(SHUFFLES, "our-batch-shuffler", place, discover())


def choosing(place: Path) -> None:
    """Leave no run: the choice of a plan is shown."""
    remember(place, CHOSEN)


def damaged(place: Path) -> None:
    """Leave a run with a changed record, a plan that is no TOML, and a register that is no database."""
    released(place)
    ledger = min(place.glob("runs/*/ledger.jsonl"))
    flip(ledger, ledger.stat().st_size // 2)
    (place / "plans" / "broken.toml").write_text('title = "A plan that was cut off', encoding="utf-8")
    with open_register(Workspace(place)):
        pass
    for file in place.glob("register*"):
        file.write_bytes(b"This is not a database." * 100)


def flip(file: Path, at: int) -> None:
    """Change a bit of a file of a record."""
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.chmod(0o644)
    file.write_bytes(content)
