"""Two runs side by side: first and retest, two units, two versions of a firmware.

No test of a difference is made: a p-value for a difference that no plan declared would be chosen after the fact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from labharness.app.equal_data import NONE, EqualRecord, equal_data
from labharness.app.plug_ins.check_titles import titles_for
from labharness.app.run_index import listed
from labharness.app.run_results.check_facts import CheckFacts, check_facts
from labharness.app.workspace import Workspace
from labharness.errors import InputError, LabharnessError
from labharness.language.dates import brief
from labharness.language.numbers import minus, number
from labharness.language.sample_words import recorded_sample
from labharness.language.standings import standing_words
from labharness.language.text import words
from labharness.model.reasons.comparison import Comparisons
from labharness.model.results import CheckResult
from labharness.model.standing import Standing
from labharness.reason import Reason
from labharness.reporting.banners import signs_in_words

if TYPE_CHECKING:  # it loads what draws reports, which the window need not wait for
    from labharness.assessment.runs.subject import Subject

_DIGITS = 4


@dataclass(frozen=True, slots=True)
class ComparedFact:
    """A fact of both runs."""

    name: str
    first: str
    second: str

    @property
    def same(self) -> bool:
        """Whether both have the same."""
        return self.first == self.second


@dataclass(frozen=True, slots=True)
class ComparedCheck:
    """A check of both runs.

    Parameters
    ----------
    first, second
        What each run has of it, None where it has none.
    difference
        Second less first of what both measured, "" where they measured nothing that can be subtracted.
    """

    id: str
    title: str
    first: CheckFacts | None
    second: CheckFacts | None
    difference: str


@dataclass(frozen=True, slots=True)
class ComparedRun:
    """One of the two runs.

    Parameters
    ----------
    standing
        Its verdict with its qualifiers.
    simulated
        What shows that its device was simulated, "" for a device.
    """

    run: str
    title: str
    standing: Standing
    simulated: str


@dataclass(frozen=True, slots=True)
class RunComparison:
    """Two runs side by side.

    Parameters
    ----------
    same_plan
        Whether both followed one plan, byte for byte.
    repeated, mirrored
        Data that the second run has in common with the first, and the first with the second.
    explained
        Who explained that, and with which files; empty where nobody did.
    """

    first: ComparedRun
    second: ComparedRun
    same_plan: bool
    facts: tuple[ComparedFact, ...]
    checks: tuple[ComparedCheck, ...]
    repeated: tuple[Reason, ...] = ()
    mirrored: tuple[Reason, ...] = ()
    explained: tuple[Reason, ...] = ()

    @property
    def swapped(self) -> RunComparison:
        """The same with the runs exchanged."""
        return RunComparison(
            self.second,
            self.first,
            self.same_plan,
            tuple(ComparedFact(each.name, each.second, each.first) for each in self.facts),
            tuple(_compared(each.id, each.second, each.first) for each in self.checks),
            self.mirrored,
            self.repeated,
            self.explained,
        )


def compare(workspace: Workspace, first: str, second: str) -> RunComparison:
    """Read and verify two runs, and lay them side by side.

    Raises
    ------
    LabharnessError
        If there is no such run, one of them cannot be read, or both are the same.
    """
    from labharness.assessment.runs.subject import Subject

    folders = (workspace.run(first), workspace.run(second))
    if folders[0].run == folders[1].run:
        raise InputError(Comparisons.ONE_RUN(run=folders[0].run))
    entry, other = (Subject.of(folder, titled=titles_for(workspace.path)) for folder in folders)
    mine, theirs = ({each.id: each for each in check_facts(subject)} for subject in (entry, other))
    ids = dict.fromkeys((*mine, *theirs))
    repeated = _repeated(workspace, entry, other)
    known = equal_data(workspace, listed(workspace, ended_only=True))
    equal = known.get(entry.run, NONE), known.get(other.run, NONE)
    return RunComparison(
        _run(entry, equal[0]),
        _run(other, equal[1]),
        entry.start.plan.sha256 == other.start.plan.sha256,
        tuple(
            ComparedFact(name, *values) for name, *values in zip(*_facts((entry, other), equal), strict=True)
        ),
        tuple(_compared(id_, mine.get(id_), theirs.get(id_)) for id_ in ids),
        repeated,
        _repeated(workspace, other, entry),
        _explained(equal[1], entry.run) if repeated else (),
    )


def _repeated(workspace: Workspace, subject: Subject, other: Subject) -> tuple[Reason, ...]:
    """Return the data that the second run has in common with the first, nothing where one of them cannot be read."""
    from labharness.app.plug_ins.discovery import discover
    from labharness.assessment.runs.first_units import common, known_first_units
    from labharness.assessment.runs.trust import repeated
    from labharness.runner.replaying import RawDecoder

    decoder = partial(RawDecoder, catalog=discover(workspace.path))
    try:
        mine, theirs = (known_first_units(each.folder, decoder) for each in (other, subject))
        start = subject.folder.start().hash
        same = common(mine, (other.folder, other.frozen), theirs, subject.folder, start, decoder)
        return tuple(repeated(same))
    except LabharnessError:
        return ()


def _explained(equal: EqualRecord, run: str) -> tuple[Reason, ...]:
    """Return who explained the data that a run has in common with another one."""
    words = {name: each for name, each in (equal.explained or {}).items() if name == run}
    return EqualRecord(equal.run, (), words).reasons


def _run(subject: Subject, equal: EqualRecord) -> ComparedRun:
    summary = subject.summary
    signs = signs_in_words(summary.simulation) if summary.simulated else ""
    return ComparedRun(subject.run, subject.frozen.plan.title, _standing(subject, equal), signs)


def _standing(subject: Subject, equal: EqualRecord) -> Standing:
    return subject.standing(
        alive=subject.folder.alive, same_data=bool(equal.same), explained_data=bool(equal.explained)
    )


def _facts(
    runs: tuple[Subject, Subject], equal: tuple[EqualRecord, EqualRecord]
) -> tuple[list[str], list[str], list[str]]:
    first, second = (dict(_of(*each)) for each in zip(runs, equal, strict=True))
    names = list(dict.fromkeys((*first, *second)))
    return names, [first.get(name, "—") for name in names], [second.get(name, "—") for name in names]


def _of(subject: Subject, equal: EqualRecord) -> Iterator[tuple[str, str]]:
    summary, start = subject.summary, subject.start
    yield "Verdict", standing_words(_standing(subject, equal))
    yield "Ending", words(summary.ending.value.lower()).capitalize() if summary.ending else "not ended"
    yield "Integrity", "not verified" if subject.verification.problems else "verified"
    yield "Started", brief(summary.started)
    yield "Plan", f"{start.plan.id}, version {start.plan.version}, {start.plan.sha256[:12]}"
    yield "Device", subject.device_name
    if summary.identity is not None:
        yield "Serial number", summary.identity.serial
        yield "Hardware revision", summary.identity.hardware
    for component in summary.software[0] if summary.software else ():
        digest = f", {component.digest[:12]}" if component.digest else ""
        yield f"Software {component.name}", f"{component.version}{digest}"
    planned = {name: stage.units for name, stage in summary.stages.items()}
    for stage, each in zip(
        summary.units, recorded_sample(summary.units, summary.observed, planned), strict=True
    ):
        yield f"Sample of stage {stage}", each
    yield "Operator", start.operator
    yield "Program", f"labharness {start.labharness}"


def _compared(id_: str, first: CheckFacts | None, second: CheckFacts | None) -> ComparedCheck:
    there = first or second
    assert there is not None
    entry, other = (_measure(each.result) if each is not None else None for each in (first, second))
    difference = ""
    if entry is not None and other is not None and entry[0] == other[0]:
        away = other[1] - entry[1]
        difference = minus(f"{'+' if away > 0 else ''}{number(away, _DIGITS)}")
    return ComparedCheck(id_, there.title, first, second, difference)


def _measure(result: CheckResult | None) -> tuple[str, float] | None:
    """Return what a check measured, by name: its effect, its violations, or its only statistic."""
    if result is None or result.not_applicable is not None:
        return None
    if result.effect is not None:
        return result.effect.name.code, result.effect.value
    if result.violations is not None:
        return "violations", float(result.violations)
    if result.statistic:
        name = next(iter(result.statistic))
        return name, result.statistic[name]
    return None
