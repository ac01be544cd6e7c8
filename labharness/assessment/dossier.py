"""A dossier: what the register holds of a submission, and every run of it, settled by unit, software and plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from labharness.assessment.amendment import Amendment
from labharness.assessment.runs.subject import Subject
from labharness.assessment.sameness import is_same, reads_the_same
from labharness.filings.entries.former import FormerReport
from labharness.filings.entries.items import Component, Product, Unit
from labharness.filings.entries.snapshot import Submission
from labharness.games.chapter_standing import is_rescinded
from labharness.model.device import SoftwareComponent
from labharness.model.reasons.attempts import of_runs
from labharness.model.reasons.dossier import Dossiers
from labharness.model.results import Decision, Ending, Outcome
from labharness.model.settlement import SET_ASIDE, Settlement, Tried
from labharness.model.standing import Standing, standing_of
from labharness.reason import Reason

SPECIMEN = "s"
"""Series of rehearsals."""
PDF, SPECIMEN_PDF = "report.pdf", "SPECIMEN.pdf"
"""Names of a report's file and of a rehearsal's."""
RETEST = "retest"
"""Role of the run that decides what awaited it."""


class SoftwareStanding(StrEnum):
    """Whether a group of runs tested the software for which approval is asked."""

    SUBMITTED = "as submitted"
    REPLACED = "replaced version"
    NOT_NAMED = "not named by the device"
    UNKNOWN = "not on record"


@dataclass(frozen=True)
class Group:
    """Every run of one unit with one software and one plan, in the order of their start.

    Parameters
    ----------
    runs
        At least one.
    settlement
        What they come to together, None where that cannot be said.
    problems
        Why it cannot.
    """

    runs: tuple[Subject, ...]
    settlement: Settlement | None
    problems: tuple[Reason, ...] = ()

    @property
    def first(self) -> Subject:
        """The run that says which plan, game and device."""
        return self.runs[0]

    @property
    def counting(self) -> tuple[Subject, ...]:
        """Its runs but those that were set aside, which showed nothing that could count."""
        return tuple(run for run in self.runs if self.role(run) != SET_ASIDE)

    @property
    def failed(self) -> tuple[Subject, ...]:
        """The runs that failed, of a group that did: by their own record, else the retest, else what was settled."""
        settled = {attempt.run for attempt in self.settlement.attempts} if self.settlement else set()
        kinds = (
            [run for run in self.runs if run.outcome is Outcome.FAIL],
            [run for run in self.runs if self.role(run) == RETEST],
            [run for run in self.runs if run.run in settled],
        )
        return tuple(next((runs for runs in kinds if runs), self.runs))

    @property
    def outcome(self) -> Outcome:
        """What its runs come to, read strictly: a failure in any run is one, whatever was settled."""
        # The retest is held to levels of its own, by which it was settled.
        if any(run.outcome is Outcome.FAIL for run in self.runs if self.role(run) != RETEST):
            return Outcome.FAIL
        if self.settlement is None:
            return Outcome.INCONCLUSIVE
        sound = all(run.verification.clean for run in self.runs) and not self.doubts
        outcome = self.settlement.outcome
        return Outcome.INCONCLUSIVE if outcome is Outcome.PASS and not sound else outcome

    @property
    def standing(self) -> Standing:
        """What its runs come to, with its qualifiers."""
        simulated, replayed = (
            any(run.simulated for run in self.runs),
            any(run.replayed for run in self.runs),
        )
        tried = self.settlement.attempts if self.settlement else ()
        return standing_of(
            self.outcome,
            simulated=simulated,
            replayed=replayed,
            same_data=any(each.same for each in tried),
            explained_data=any(each.explained for each in tried),
            rescinded_law=is_rescinded(self.first.frozen.game.standing),
        )

    def alone(self, run: Subject) -> Standing:
        """Return what one of its runs comes to without the others, but for data that another run has too."""
        tried = self.settlement.attempts if self.settlement else ()
        mine = next((each for each in tried if each.run == run.run), None)
        return run.beside(same_data=bool(mine and mine.same), explained_data=bool(mine and mine.explained))

    @property
    def standings(self) -> dict[Standing, list[Subject]]:
        """Its runs by what a report concludes of each alone, in their order."""
        result: dict[Standing, list[Subject]] = {}
        for run in self.runs:
            aside = self.role(run) == SET_ASIDE
            result.setdefault(run.standing(set_aside=True) if aside else self.alone(run), []).append(run)
        return result

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason for its being no pass; of several runs, each names those whose figures it holds."""
        own = self.runs[0].reasons
        if len(self.runs) > 1:
            own = of_runs((run.run, why) for run in self.runs for why in run.reasons)
        if self.settlement is None:
            return (*self.problems, *own)
        if self.settlement.outcome is Outcome.FAIL or self.outcome is not Outcome.FAIL:
            own = ()  # what was settled says why, and what the retest removed is no reason any more
        return tuple(dict.fromkeys((*self.settlement.reasons, *self.doubts, *own)))

    @property
    def doubts(self) -> tuple[Reason, ...]:
        """Why what was settled may not be about these very runs, or these not about one and the same device."""
        return tuple(self._doubts())

    def _doubts(self) -> Iterator[Reason]:
        if self.settlement is not None:
            yield from self._unsettled({attempt.run: attempt for attempt in self.settlement.attempts})
        runs = [run.summary.identity for run in self.runs if run.summary.identity]
        if len({(each.manufacturer, each.model, each.serial) for each in runs}) > 1:
            yield Dossiers.SEVERAL_UNITS()
        software = {frozenset(answer) for run in self.runs for answer in run.summary.software}
        if len(software) > 1:
            yield Dossiers.SEVERAL_SOFTWARES()

    def _unsettled(self, settled: Mapping[str, Tried]) -> Iterator[Reason]:
        """Say which runs were settled as something else than they are."""
        present = {run.run: run for run in self.runs}
        for name in settled:
            if name not in present:
                yield Dossiers.SETTLED_AND_GONE(run=name)
        for name, run in present.items():
            tried, verdict = settled.get(name), run.summary.verdict
            if tried is None:
                yield Dossiers.NOT_SETTLED(run=name)
            elif tried.head != run.head or tried.ending is not run.ending:
                yield Dossiers.SETTLED_BEFORE(run=name)
            elif verdict is None and run.ending is Ending.COMPLETE:
                yield Dossiers.NO_VERDICT(run=name)
            elif verdict is not None and verdict.outcome is not tried.outcome:
                yield Dossiers.SETTLED_OTHERWISE(run=name, settled=tried.outcome, recorded=verdict.outcome)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What the rule makes of every check in the end; empty where that cannot be said."""
        return self.settlement.decisions if self.settlement else ()

    @property
    def serial(self) -> str:
        """The unit's serial number as it was reported, "" where it never was."""
        identity = next((run.summary.identity for run in self.runs if run.summary.identity), None)
        return identity.serial if identity else ""

    @property
    def model(self) -> str:
        """The unit's model as it was reported, "" where it never was."""
        identity = next((run.summary.identity for run in self.runs if run.summary.identity), None)
        return identity.model if identity else ""

    @property
    def software(self) -> tuple[SoftwareComponent, ...]:
        """What the device said runs in it, each component once as it was first reported."""
        answers = (answer for run in self.runs for answer in run.summary.software)
        return tuple(dict.fromkeys(each for answer in answers for each in answer))

    def role(self, run: Subject) -> str:
        """Say what an attempt was: first, retest, not completed, not asked for, set aside."""
        tried = self.settlement.attempts if self.settlement else ()
        return next((each.role for each in tried if each.run == run.run), "not settled")


@dataclass(frozen=True)
class Dossier:
    """Everything that a report of a submission is a function of.

    Parameters
    ----------
    submission
        The register's snapshot.
    groups
        All runs, each in one group, the groups in the order of their first run.
    notes
        What a reader should know of other runs in the workspace, and of runs that are gone.
    lost
        Runs that the record names and whose evidence is not among the runs of the report.
    faults
        What is wrong with the register's own audit chain or files, and every run that cannot be read.
    versions
        Library versions with which the report is made.
    series, revision
        Kind of report, ``r``, ``d`` for deficiency reports or ``s`` for rehearsals, and which of that kind.
    amends
        Number of the report that this one replaces, and why; None for a first one.
    baseline
        The report on which the submission builds; None where the workspace does not hold it.
    files
        Photographs of units and files that show grounds, by SHA-256; one that is not there is said to be missing.
    """

    submission: Submission
    groups: tuple[Group, ...]
    notes: tuple[Reason, ...] = ()
    lost: tuple[Reason, ...] = ()
    faults: tuple[Reason, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    series: str = "r"
    revision: int = 1
    amends: Amendment | None = None
    baseline: FormerReport | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def number(self) -> str:
        """The report's number."""
        return f"{self.submission.id}-{self.series}{self.revision}"

    @property
    def runs(self) -> tuple[Subject, ...]:
        """Every run, in the order of their start."""
        groups = [run for group in self.groups for run in group.runs]
        return tuple(sorted(groups, key=lambda run: (run.summary.started, run.run)))

    @property
    def run_numbers(self) -> dict[str, str]:
        """What the report calls every run, by its name: ``Run 1`` and so on, in the order of their start."""
        return {run.run: f"Run {place}" for place, run in enumerate(self.runs, 1)}

    def called(self, run: str) -> str:
        """Return what the report calls a run: its number, or its name where it is none of these."""
        return self.run_numbers.get(run, run)

    def entitled(self, run: str) -> str:
        """Return a heading for a run: its number and its name."""
        called = self.called(run)
        return f"{called}: {run}" if called != run else f"Run {run}"

    @property
    def titles(self) -> dict[str, str]:
        """Titles of checks by id; none where runs give one id several titles."""
        result: dict[str, set[str]] = {}
        for run in self.runs:
            for check, title in run.titles.items():
                result.setdefault(check, set()).add(title)
        return {check: next(iter(titles)) for check, titles in result.items() if len(titles) == 1}

    @property
    def simulated(self) -> tuple[str, ...]:
        """Names of the runs of simulated devices."""
        return tuple(run.run for run in self.runs if run.simulated)

    @property
    def specimen(self) -> bool:
        """Whether the report is a rehearsal, which concludes as if simulated devices were products."""
        return self.series == SPECIMEN

    @property
    def file(self) -> str:
        """Name of the report's file."""
        return SPECIMEN_PDF if self.specimen else PDF

    @property
    def made(self) -> str:
        """The report's date: that of the newest record it rests on, never of the clock."""
        moments = [run.summary.updated for run in self.runs] + [
            change.utc for change in self.submission.changes
        ]
        return max(moments, default=f"{self.submission.filing.received}T00:00:00Z")

    @property
    def head(self) -> str:
        """Hash over the register's record of the submission and the last record of every run."""
        parts = [self.submission.head, *(f"{run.run} {run.head}" for run in self.runs)]
        return sha256("\n".join(parts).encode()).hexdigest()

    def unit(self, group: Group) -> Unit | None:
        """Return the registered unit that a group tested, or None."""
        for unit in self.submission.of(Unit):
            product = self.submission.named(Product, unit.product)
            same_model = product is not None and reads_the_same(product.model, group.model)
            if reads_the_same(unit.serial, group.serial) and same_model:
                return unit
        return None

    def product(self, group: Group) -> Product | None:
        """Return the registered product that a group tested, or None."""
        unit = self.unit(group)
        return self.submission.named(Product, unit.product) if unit else None

    def standing(self, group: Group) -> SoftwareStanding:
        """Say whether a group tested the software for which approval is asked."""
        product = self.product(group)
        if product is None:
            return SoftwareStanding.UNKNOWN
        kept = [component for component in self.submission.of(Component) if component.product == product.id]
        if not group.software:
            unit = self.unit(group)
            asked = {each.id for each in kept if each.submitted}
            read = unit is not None and bool(asked) and asked <= set(unit.holds)
            return SoftwareStanding.SUBMITTED if read or not kept else SoftwareStanding.NOT_NAMED
        replaced = False
        for text in group.software:
            result = [each for each in kept if is_same(each, text)]
            if not result:
                return SoftwareStanding.UNKNOWN
            replaced |= not any(_asked_for(each, kept) for each in result)
        return SoftwareStanding.REPLACED if replaced else SoftwareStanding.SUBMITTED


def tested_games(groups: Iterable[Group]) -> set[tuple[str, str]]:
    """Return game and device class of every plan that was run."""
    plans = [group.first.frozen for group in groups]
    return {(plan.game.id, plan.plan.device_class.value) for plan in plans}


def _asked_for(component: Component, kept: Iterable[Component]) -> bool:
    """Whether approval is asked for a component, under whatever name: the same bytes are the same software."""
    return any(each.submitted and each.digest.casefold() == component.digest.casefold() for each in kept)
