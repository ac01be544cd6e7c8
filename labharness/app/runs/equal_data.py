"""Which runs on record have the data of a run, and whether a person explained it: lists, preflight and pages ask this.

It reads the index of runs, by which nothing is decided: settlements and reports read the ledgers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from labharness.assessment.runs.repeats import Beginnings, DataRepeats, Named, other
from labharness.errors import LabharnessError
from labharness.evidence.records.course import Content, FirstUnits, SameData
from labharness.model.observations import Kind
from labharness.model.reasons.evidence import EqualData
from labharness.reason import Reason

if TYPE_CHECKING:
    from labharness.app.workspace.explained import ExplainedPair
    from labharness.app.workspace.workspace import Workspace
    from labharness.assessment.runs.repeats import Pair


MOST_NAMED = 6
"""So many runs with the same data are named at most."""
MOST_KEPT = 20
"""So many other runs that a runner found are kept in the index; equal hashes give the rest."""


@dataclass(frozen=True, slots=True)
class EqualRecord:
    """Runs with the data of a run.

    Parameters
    ----------
    same
        Names of those that nobody explained.
    explained
        What a person explained, by the name of the other run.
    """

    run: str = ""
    same: tuple[str, ...] = ()
    explained: Mapping[str, ExplainedPair] | None = None

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """What a person should know of it."""
        result = [EqualData.UNEXPLAINED(run=self.run, runs=self.same)] if self.same else []
        result += [
            EqualData.EXPLAINED_BY(
                run=self.run,
                runs=(name,),
                person=pair.person,
                submission=pair.submission,
                explanation=pair.word.id,
                cause=pair.word.cause,
                files=tuple(file.name for file in pair.word.files),
            )
            for name, pair in (self.explained or {}).items()
        ]
        return tuple(result)


NONE = EqualRecord()


def kept(beginnings: Beginnings) -> dict[str, Any]:
    """Return the beginnings of a run as the index holds them."""
    return {
        "start": beginnings.start,
        "hashed": list(map(_units, beginnings.hashed)),
        "same": [
            [*_units(each.mine), each.run, each.start, each.stage, each.first]
            for each in beginnings.same[:MOST_KEPT]
        ],
    }


def repeating(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the rows whose runs have data in common with another one."""
    often = Counter(_key(each) for row in rows for each in row["beginning"]["hashed"])
    return [
        row
        for row in rows
        if row["beginning"]["same"] or any(often[_key(each)] > 1 for each in row["beginning"]["hashed"])
    ]


def equal_data(workspace: Workspace, rows: Sequence[Mapping[str, Any]]) -> dict[str, EqualRecord]:
    """Return the runs with equal data among those of the index, by the name of each run that has any."""
    shown = repeating(rows)
    if not shown:
        return {}
    known = _explanations(workspace)
    repeats = DataRepeats.among(map(_beginnings, shown), frozenset(known))
    named = {(row["run"], row["beginning"]["start"]) for row in rows}
    apart = chain((_named(row) for row in shown), (pair for row in shown for pair in _others(row)))
    result = {run[0]: _equal(repeats, run, known) for run in dict.fromkeys(apart) if run in named}
    return {name: each for name, each in result.items() if each.same or each.explained}


def _equal(repeats: DataRepeats, run: Named, known: Mapping[Pair, ExplainedPair]) -> EqualRecord:
    same = dict[str, None]()
    for each in repeats.unexplained(run):
        same[each.run] = None
        if len(same) == MOST_NAMED:
            break
    explained: dict[str, ExplainedPair] = {}
    if any(run in pair for pair in known):
        for each in repeats.explained_of(run):
            explained[each.run] = known[frozenset({run, other(each)})]
    return EqualRecord(run[0], tuple(same), explained)


def _explanations(workspace: Workspace) -> Mapping[Pair, ExplainedPair]:
    from labharness.app.workspace.explained import explanations

    try:
        return explanations(workspace)
    except LabharnessError:  # what cannot be read explains nothing
        return {}


def _named(row: Mapping[str, Any]) -> Named:
    return row["run"], row["beginning"]["start"]


def _others(row: Mapping[str, Any]) -> Iterable[Named]:
    return ((each[6], each[7]) for each in row["beginning"]["same"])


def _key(units: Sequence[Any]) -> tuple[Any, ...]:
    return units[2], units[4], units[5]


def _units(units: FirstUnits) -> list[Any]:
    return [units.stage, units.kind.value, units.content.value, units.first, units.units, units.sha256]


def _read(units: Sequence[Any]) -> FirstUnits:
    stage, kind, content, first, number, sha256 = units[:6]
    return FirstUnits(
        stage=stage, kind=Kind(kind), content=Content(content), first=first, units=number, sha256=sha256
    )


def _beginnings(row: Mapping[str, Any]) -> Beginnings:
    held = row["beginning"]
    same = tuple(
        SameData(mine=_read(each), run=each[6], start=each[7], stage=each[8], first=each[9])
        for each in held["same"]
    )
    return Beginnings(row["run"], held["start"], tuple(map(_read, held["hashed"])), same)
