"""The results of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Line, Listing, Shown, Styled, WindowControl, act, tr
from labharness.acts.gates import ANYWHERE, Place
from labharness.acts.headings import ADJUSTED, SHOWN_ONLY, P
from labharness.acts.parameters import RunArgument
from labharness.language.catalog import say
from labharness.language.numbers import amount, number, p_value, probability
from labharness.language.run_groups import question, recorded_sample, worded
from labharness.language.standings import as_values
from labharness.model.results import ExitCode, Outcome, Phase, Standing, Tail, exit_code, standing_of
from labharness.model.stages import Result
from labharness.reason import Reason

if TYPE_CHECKING:  # they load records and checks, which the help need not wait for
    from labharness.app.runs.equal_data import EqualRecord
    from labharness.evidence.folder import RunFolder
    from labharness.evidence.history.run import RunHistory
    from labharness.evidence.history.summary import RunSummary
    from labharness.evidence.records.people import PromptBody


@dataclass(frozen=True, slots=True)
class DamagedRun:
    """A run whose evidence does not verify."""

    run: str
    faults: tuple[Reason, ...]

    @property
    def standing(self) -> Standing:
        """Nothing is decided of it."""
        return standing_of(None, Phase.DAMAGED)

    def lines(self) -> Iterator[Shown]:
        """Say what is wrong."""
        from labharness.reporting.layout import UNVERIFIED

        yield from map(say, self.faults)
        yield (self.standing, f" {self.run}: {UNVERIFIED}.")

    def values(self) -> dict[str, Any]:
        """Return the same for programs."""
        return {"run": self.run, "verdict": None, "standing": self.standing, "problems": self.faults}


@dataclass(frozen=True, slots=True)
class Counts:
    """What a check counts in each unit, the most first; units are numbered from 1."""

    summary: RunSummary
    run: str
    check: str
    rows: tuple[tuple[int, int], ...]

    def lines(self) -> Iterator[Shown]:
        """List the units."""
        from labharness.app.runs.run_comparison import MOST_UNITS

        yield from simulated(self.summary)
        if not self.rows:
            yield f"The check {self.check} has no count for each unit, or its sample has more than {number(MOST_UNITS)} units."
            return
        rows = tuple((number(unit), number(value)) for unit, value in self.rows)
        yield Listing(("Unit", "Counted"), rows, whole=2)

    def values(self) -> dict[str, Any]:
        """Return the same for programs."""
        rows = [{"unit": unit, "counted": value} for unit, value in self.rows]
        return {"run": self.run, "check": self.check, "units": rows}


@dataclass(frozen=True)
class Results:
    """A run whose evidence verifies, the runs that have its data, and the folder of the workspace that was named."""

    folder: RunFolder
    history: RunHistory
    equal: EqualRecord
    workspace: Path | None

    @property
    def summary(self) -> RunSummary:
        """What its records come to."""
        return self.history.summary

    @cached_property
    def standing(self) -> Standing:
        """Its verdict as it counts."""
        return self.summary.standing(
            alive=self.folder.alive,
            same_data=bool(self.equal.same),
            explained_data=bool(self.equal.explained),
        )

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The titles of its checks."""
        from labharness.app.plug_ins.check_titles import run_titles

        return run_titles(self.folder, self.workspace)

    @property
    def waiting(self) -> list[PromptBody]:
        """What a run at work asks; nobody waits for an answer to a runner that is gone."""
        return list(self.summary.open_prompts.values()) if self.folder.alive else []

    def lines(self) -> Iterator[Shown]:
        """Say how the run stands, what was decided, or how it goes on."""
        summary, run = self.summary, self.folder.run
        yield from simulated(summary)
        ending = f": {summary.ending}" if summary.ending else ""
        yield (self.standing, f" {run}{ending}. {worded(summary.reasons)}".rstrip())
        if summary.verdict is not None:
            yield from self._device()
            yield from self._course()
            yield from self._decisions()
            return
        units = ", ".join(recorded_sample(summary.units, summary.observed))
        hint = "" if self.folder.alive else f" {self._way_on()}"
        yield f"No verdict yet. Recorded: {units or 'nothing'}.{hint}"
        yield from self._course()
        for prompt in self.waiting:
            yield f"Open prompt {prompt.prompt}: {question(prompt)}"
            yield f"  labharness tell {run} answer --who NAME TEXT"

    def values(self) -> dict[str, Any]:
        """Return the same for programs."""
        from labharness.acts.runs import shown_facts
        from labharness.app.runs.run_index import run_facts
        from labharness.evidence.records.body import dump

        summary, equal, trust = self.summary, self.equal, self.history.trust
        facts = run_facts(self.folder) | {
            "same_data": equal.same,
            "explained_data": tuple(equal.explained or ()),
        }
        decisions = summary.verdict.decisions if summary.verdict else ()
        return {
            **shown_facts(facts),
            "decisions": [
                {**as_values(each), "sentence": say(each.reason, summary.titles)} for each in decisions
            ],
            "results": {name: dump(result) for name, result in summary.results.items()},
            "interruptions": trust.gaps,
            "repeats": trust.repeats,
            "equal_data": equal.reasons,
            "prompts": self.waiting,
        }

    def _way_on(self) -> str:
        command = f"labharness resume {self.folder.run}"
        if self.summary.awaits_judgment:
            return f"The device is not needed any more. Judge the run with: {command}"
        return f"Go on with: {command}"

    def _course(self) -> Iterator[Shown]:
        """Say how often the run lost its device or its runner, and how many requests were made again."""
        gaps, repeats = self.history.trust.gaps, self.history.trust.repeats
        if gaps or repeats:
            yield f"{amount(gaps, 'interruption')}; {amount(repeats, 'request')} made again."

    def _device(self) -> Iterator[Shown]:
        """Say what the device calls itself: a submission names its items and software in the same words."""
        from labharness.devices.adapter import printable

        identity, software = self.summary.identity, self.summary.software
        if identity is not None:
            names = {
                "manufacturer": identity.manufacturer,
                "model": identity.model,
                "serial number": identity.serial,
            }
            yield f"Device: {', '.join(f'{key} {printable(value)!r}' for key, value in names.items() if value)}"
        for part in software[-1] if software else ():
            words = (part.name, part.version, part.algorithm, part.digest)
            yield f"Software: {' '.join(printable(word) for word in words)}"

    def _decisions(self) -> Iterator[Shown]:
        from labharness.analysis.decision.families import p_of
        from labharness.plans.frozen import frozen_plan

        summary, titles, verdict = self.summary, self.titles, self.summary.verdict
        assert verdict is not None
        plan = frozen_plan(self.folder).plan
        tails = {each.id: each.tail for each in plan.citations}
        informational = {each.id for each in plan.checks if each.role == "informational"}
        rows = []
        for each in verdict.decisions:
            # That which the decision began with, in the tail of what it answers, and the one that Holm's correction made of it.
            raw = p_of(summary.results.get(each.check_id), tails.get(each.family, Tail.TWO_SIDED))
            held = each.p if each.threshold is not None else None
            numbers = ("" if p is None else probability(p) for p in (raw, held))
            why = f"{titles.get(each.check_id, each.check_id)} ({each.family})\n{say(each.reason, titles)}"
            shown_only = each.outcome is Outcome.PASS and each.check_id in informational
            rows.append((SHOWN_ONLY if shown_only else each.outcome.value, *numbers, why))
        # Whole numbers and words in front: on 80 columns, a sentence has half the line to itself.
        yield Listing(("Decision", P, ADJUSTED, "Check, requirement, and reason"), tuple(rows), whole=3)
        reasons = (say(each, titles) for each in verdict.reasons)
        for line in (*self._not_applicable(), *reasons, *map(say, self.equal.reasons), *self._interim()):
            yield f"  - {line}"

    def _not_applicable(self) -> Iterator[str]:
        """Say of which stages nothing was decided, because what they try is nothing that the device has."""
        for stage in self.summary.stages.values():
            if stage.status == Result.NOT_APPLICABLE:
                yield f"Stage {stage.name}: {worded(stage.reasons)}"

    def _interim(self) -> Iterator[str]:
        """Say what the checks find in what was recorded of samples that are not complete."""
        for name, result in self.summary.results.items():
            if result.interim:
                numbers = ", ".join(f"{tail} {p_value(p)}" for tail, p in result.interim.items())
                yield f"For information, {self.titles.get(name, name)} in the {result.units:,} recorded units: {numbers}."


def simulated(summary: RunSummary) -> Iterator[Line]:
    """Say loudly that a device was simulated, and what shows it; nothing where it was not."""
    if summary.simulated:
        from labharness.devices.adapter import printable
        from labharness.reporting.layout import SIMULATED, signs_in_words

        yield Styled(SIMULATED, "bold reverse")
        yield printable(signs_in_words(summary.simulation), 2000)


def _code(shown: DamagedRun | Counts | Results) -> int:
    if isinstance(shown, Results):
        return exit_code(shown.standing, shown.summary.ending)
    return ExitCode.PASSED if isinstance(shown, Counts) else ExitCode.ERROR


@act(
    ANYWHERE,
    WindowControl("Results", tr("Checks")),
    shown=lambda shown: shown.lines(),
    values=lambda shown: shown.values(),
    code=_code,
)
def show(
    place: Place,
    run: RunArgument,
    *,
    counted: Annotated[str, typer.Option("--counted", metavar="CHECK")] = "",
) -> DamagedRun | Counts | Results:
    """Show the results of a run, check by check, and its ending."""
    from labharness.app.runs.equal_data import NONE
    from labharness.app.runs.run_index import equal_runs
    from labharness.evidence.history.run import RunHistory
    from labharness.evidence.verify import verify

    folder = place.run(run)
    faults = verify(folder.path).problems if not folder.alive else ()
    if faults:
        return DamagedRun(folder.run, faults)
    history, workspace = RunHistory.of(folder), place.workspace
    if counted:
        return Counts(history.summary, folder.run, counted, _counted(place, folder, counted))
    # Other runs are looked at where the run is one of the workspace that was named.
    inside = workspace is not None and workspace.holds(folder)
    equal = equal_runs(workspace, folder.run) if workspace is not None and inside else NONE
    return Results(folder, history, equal, place.folder)


def _counted(place: Place, folder: RunFolder, check: str) -> tuple[tuple[int, int], ...]:
    from labharness.app.runs.run_comparison import unit_values
    from labharness.errors import InputError
    from labharness.model.reasons.inputs import Inputs, Noun
    from labharness.plans.frozen import frozen_plan

    known = tuple(planned.id for planned in frozen_plan(folder).plan.checks)
    if check not in known:
        raise InputError(Inputs.UNKNOWN(what=Noun.CHECK, name=check, known=known))
    values = unit_values(folder, check, place.folder)
    return tuple(
        sorted(((unit + 1, value) for unit, value in values.items()), key=lambda row: (-row[1], row[0]))
    )
