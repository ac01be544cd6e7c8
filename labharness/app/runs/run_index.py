"""What the list of runs shows of each, kept in a file so that a thousand runs are listed at once.

The index is rebuilt from the folders wherever it does not fit them, and nothing is decided by it: whoever decides reads
the ledgers.
"""

from __future__ import annotations

import json
import math
import os
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

from labharness import __version__
from labharness.app.runs.equal_data import MOST_NAMED, NONE, EqualRecord, equal_data, kept, repeating
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.runs.repeats import Beginnings
from labharness.devices.adapter import printable
from labharness.errors import EvidenceError, LabharnessError
from labharness.evidence.durable import keep
from labharness.evidence.folder import RunFolder
from labharness.evidence.glimpse import LastWords, glimpse, last_words
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.lock import LEDGER, evidence_file
from labharness.model.results import Ending, Outcome, Phase, Standing, standing_of
from labharness.reason import Reason, dump_reason, load_reason

FILE = "runs/.index.json"
SCHEMA = 5
MOST = 1 << 28
"""Bytes of the largest index that is read."""
MOST_WORDS = 1 << 16
"""Runs whose last words are held in memory."""
_WORDS: dict[str, tuple[list[int], LastWords]] = {}
_READING = threading.Lock()
FACTS: dict[str, Any] = {
    "run": str,
    "plan": str,
    "submission": str,
    "device": str,
    "verdict": str,
    "ending": str,
    "ended": bool,
    "not_begun": dict | None,
    "simulated": dict,
    "replayed": bool,
    "rescinded_law": bool,
    "host": str,
    "units": dict,
    "observed": dict,
    "planned": dict,
    "serial": str,
    "software": str,
    "operator": str,
    "started": str,
    "updated": str,
    "gaps": int,
    "head": str,
    "problems": list,
    "model": str,
    "beginning": dict,
}
"""What the index holds of each run, and of which type it is."""


@dataclass(frozen=True, slots=True)
class RunListing:
    """Runs that have ended, as JSON values, oldest name first.

    Parameters
    ----------
    complete
        Whether these are all; else they are the latest by their names.
    """

    rows: list[dict[str, Any]]
    complete: bool


def listed(workspace: Workspace, *, ended_only: bool = False) -> list[dict[str, Any]]:
    """Return every run of a workspace as JSON values, oldest name first.

    Only ended runs come from the index, and only where the ledger has the size and the time that it had then, and ends with
    the verdict that the index has.

    Parameters
    ----------
    ended_only
        Whether runs that have not ended are left out, whose ledgers are then not read.
    """
    with _READING:  # who comes second finds in the index what the first one read
        return _gather(workspace, math.inf, ended_only=ended_only).rows


def latest(workspace: Workspace, seconds: float) -> RunListing:
    """Return the runs that have ended, as many as can be read in about so long: without an index only the latest.

    What was read is in the index for whoever comes next.
    """
    return _gather(workspace, time.monotonic() + seconds, ended_only=True)


def _gather(workspace: Workspace, until: float, *, ended_only: bool) -> RunListing:
    """Return what the index has, and read the others from the latest name on until a moment of the clock."""
    before_now = read_kept(workspace.path / FILE, SCHEMA, _fits)
    known, rows, changed, complete = dict[str, Any](), list[dict[str, Any]](), False, True
    for folder in reversed(workspace.runs()):
        try:
            name, sign = folder.run, ledger_sign(folder)
        except FileNotFoundError:  # moved away since it was listed
            continue
        before = before_now.get(name)
        if before is not None and before["sign"] == sign and _agrees(folder, before["facts"]):
            facts = before["facts"]
        elif time.monotonic() > until:
            complete = False
            if before is not None:
                known[name] = before
            continue
        elif ended_only and not seems_ended(folder):
            continue
        else:
            facts = run_facts(folder)
            changed = changed or facts["ended"]
        if facts["ended"]:
            known[name] = {"sign": sign, "facts": facts}
        rows.append(facts)
    if changed or known.keys() != before_now.keys():
        write_kept(workspace.path / FILE, SCHEMA, known)
    rows.reverse()
    records = equal_data(workspace, rows)
    return RunListing([_beside(row, records) for row in rows], complete)


def _beside(row: dict[str, Any], records: Mapping[str, EqualRecord]) -> dict[str, Any]:
    """Add to a run the names of the runs with the same data: those that nobody explained, and the others."""
    equal = records.get(row["run"], NONE)
    return row | {"same_data": list(equal.same), "explained_data": list(equal.explained or ())}


def has_end(folder: RunFolder) -> bool:
    """Say whether a ledger ends the run; mostly its last lines tell, and where they do not, both its ends are read."""
    words = words_of(folder)
    ends = words.ending and os.path.normcase(words.run) == os.path.normcase(folder.run)
    return bool(ends) or glimpse(folder.path).end is not None


def words_of(folder: RunFolder) -> LastWords:
    """Return the last words of a run, read again only where its ledger has changed; raises as :func:`last_words` does."""
    place = str(folder.path)
    try:
        sign = ledger_sign(folder)
    except OSError:
        return last_words(folder.path)
    held = _WORDS.get(place)
    if held is not None and held[0] == sign:
        return held[1]
    words = last_words(folder.path)
    if len(_WORDS) >= MOST_WORDS:
        _WORDS.clear()
    _WORDS[place] = (sign, words)
    return words


def _agrees(folder: RunFolder, facts: dict[str, Any]) -> bool:
    """Say whether the index has the verdict, the ending and the head that stand at the end of the ledger."""
    try:
        words = words_of(folder)
    except LabharnessError:
        return False
    passed_short = words.verdict == Outcome.PASS.value and words.ending != Ending.COMPLETE.value
    verdict = words.verdict if words.verdict and not passed_short else Outcome.INCONCLUSIVE.value
    shown = (facts["verdict"], facts["ending"], facts["head"])
    return bool(facts["problems"]) or shown == (verdict, words.ending, words.head)


def seems_ended(folder: RunFolder) -> bool:
    """Say whether a run has ended, or cannot be read, by a look at the end of its ledger."""
    try:
        return has_end(folder)
    except LabharnessError:
        return True  # which is read, to say why


def run_facts(folder: RunFolder) -> dict[str, Any]:
    """Return what a list shows of a run, as JSON values; reasons as codes, also why it cannot be read."""
    try:
        history = RunHistory.of(folder)
        summary, slip, problems = history.summary, history.beginning.slip, tuple[Reason, ...]()
        beginning = kept(Beginnings.of(history))
    except LabharnessError as error:
        summary, slip, problems = RunSummary(run=folder.run), None, error.reasons
        beginning = kept(Beginnings(folder.run, "", (), ()))
    start = summary.start
    return {
        "run": folder.run,
        "plan": printable(start.plan.id) if start else "",
        "submission": printable(start.submission) if start else "",
        "device": printable(start.device) if start else "",
        "verdict": summary.outcome.value,
        "ending": summary.ending.value if summary.ending else summary.phase(alive=folder.alive).name,
        "ended": summary.ending is not None,
        "not_begun": None if slip is None else dump_reason(slip),
        "simulated": {sign.value: shown for sign, shown in summary.simulation.items()},
        "replayed": summary.replayed,
        "rescinded_law": summary.rescinded_law,
        "host": printable(start.host) if start else "",
        "units": dict(summary.units),
        "observed": dict(summary.observed),
        "planned": {name: stage.units for name, stage in summary.stages.items() if name in summary.units},
        "serial": printable(summary.identity.serial) if summary.identity is not None else "",
        "software": software_of(summary),
        "operator": printable(start.operator) if start else "",
        "started": summary.started,
        "updated": summary.updated,
        "gaps": len(summary.gaps),
        "head": summary.head,
        "problems": [dump_reason(problem) for problem in problems],
        "model": printable(summary.identity.model) if summary.identity is not None else "",
        "beginning": beginning,
    }


def software_of(summary: RunSummary) -> str:
    """Return the software that the device reported last: versions, or the beginning of a hash where there is one."""
    parts = summary.software[-1] if summary.software else ()
    return ", ".join(printable(part.digest[:8] or part.version or part.name) for part in parts)


def standing_of_facts(facts: Mapping[str, Any]) -> Standing:
    """Return how a run of the index stands, as :func:`run_facts` describes it."""
    phase = Phase.ENDED if facts["ended"] else Phase[facts["ending"]]
    if facts["problems"]:
        phase = Phase.DAMAGED
    elif facts["not_begun"]:
        phase = Phase.NOT_BEGUN
    return standing_of(
        Outcome(facts["verdict"]),
        phase,
        ending=Ending(facts["ending"]) if facts["ended"] else Ending.INTERRUPTED,
        simulated=bool(facts["simulated"]),
        replayed=facts["replayed"],
        rescinded_law=facts["rescinded_law"],
        same_data=bool(facts.get("same_data")),
        explained_data=bool(facts.get("explained_data")),
    )


def indexed_standings(workspace: Workspace, recorded: Mapping[str, Outcome | None]) -> dict[str, Standing]:
    """Return how ended runs stand, where the index agrees with their ledgers and has these verdicts; no ledger is read."""
    try:
        status = (workspace.path / FILE).stat()
    except OSError:
        return {}
    rows, repeated = _indexed(workspace.path / FILE, (status.st_mtime_ns, status.st_ino), frozenset(recorded))
    equal = equal_data(workspace, repeated)
    standings = dict[str, Standing]()
    for name, row in rows.items():
        folder, facts = RunFolder(workspace.path / "runs" / name), row["facts"]
        with suppress(OSError, LabharnessError):
            agrees = row["sign"] == ledger_sign(folder) and _agrees(folder, facts)
            if agrees and facts["verdict"] == recorded[name]:
                standings[name] = standing_of_facts(_beside(facts, equal))
    return standings


@lru_cache(maxsize=8)
def _indexed(
    path: Path, _sign: tuple[int, int], names: frozenset[str]
) -> tuple[dict[str, Any], tuple[Mapping[str, Any], ...]]:
    """Return rows of the index and those of all runs with equal data; it is read again only when it has changed."""
    rows = read_kept(path, SCHEMA, _fits)
    repeated = tuple(repeating([row["facts"] for row in rows.values()]))
    return {name: row for name, row in rows.items() if name in names}, repeated


def equal_runs(workspace: Workspace, run: str) -> EqualRecord:
    """Return the runs on record that have the data of a run."""
    return equal_data(workspace, listed(workspace, ended_only=True)).get(run, NONE)


def doubted_data(workspace: Workspace, device: str, model: str = "") -> tuple[Reason, ...]:
    """Return the equal data that nobody explained of earlier runs of a model, or of the models that were at a URL."""
    rows = listed(workspace, ended_only=True)
    models = {model} if model else {row["model"] for row in rows if row["device"] == device} - {""}
    result = [row for row in rows if row["model"] in models or (not model and row["device"] == device)]
    doubts = (EqualRecord(row["run"], tuple(row["same_data"])).reasons for row in result if row["same_data"])
    return tuple(islice(chain.from_iterable(doubts), MOST_NAMED))


def bytes_of(folder: RunFolder) -> int:
    """Return the bytes of a run's ledger and raw files."""
    files = [folder.path / LEDGER, *folder.raw.glob("*")]
    return sum(file.stat().st_size for file in files if file.is_file())


def ledger_sign(folder: RunFolder) -> list[int]:
    """Return what changes whenever a ledger is written or replaced."""
    status = os.stat(f"{folder.path}/{LEDGER}")  # noqa: PTH116  as text, which costs a third of a path
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


def read_kept(path: Path, schema: int, fits: Callable[[str, dict[str, Any]], bool]) -> dict[str, Any]:
    """Return sign and facts of runs by name; none where the file is missing, of another version, or not to be read."""
    try:
        with evidence_file(path.parent, path.name) as file:  # no link is followed, and no pipe waited for
            held = json.loads(file.read(MOST))
        if held["schema"] == schema and held["version"] == __version__:
            runs: dict[str, Any] = held["runs"]
            return {name: run for name, run in runs.items() if run["sign"] and fits(name, run["facts"])}
    except (OSError, EvidenceError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        pass
    return {}


def write_kept(path: Path, schema: int, runs: dict[str, Any]) -> None:
    """Replace what was kept; a workspace that may only be read, or that is away, keeps nothing."""
    if path.parent.is_dir():
        content = {"schema": schema, "version": __version__, "runs": runs}
        keep(path, json.dumps(content, separators=(",", ":")).encode())


def of_kinds(facts: dict[str, Any], kinds: Mapping[str, Any]) -> bool:
    """Say whether facts have these names, and values of these types."""
    return facts.keys() == kinds.keys() and all(isinstance(facts[key], kind) for key, kind in kinds.items())


def _fits(name: str, facts: dict[str, Any]) -> bool:
    """Say whether facts are those of an ended run of this name, as far as their form shows it."""
    reasons = [*facts["problems"], *([facts["not_begun"]] if facts["not_begun"] else [])]
    for reason in reasons:
        load_reason(reason)
    return of_kinds(facts, FACTS) and facts["ended"] and facts["run"] == name
