"""A dossier: what the register holds of a submission, and every run of it, settled by unit, software and plan.

What an amended report changes.

Whether what a device or a person names is what stands on record.

Units, games and versions that no run tested, or that only runs with replaced software tested.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from hashlib import sha256

from labharness.assessment.runs.subject import Subject
from labharness.filings.entries.events import Component, Product, Unit
from labharness.filings.entries.snapshot import FormerReport, Submission
from labharness.games.chapter_standing import is_rescinded
from labharness.model.device import DeviceIdentity, SoftwareComponent
from labharness.model.reasons.conclusion import Conclusions, Dossiers
from labharness.model.reasons.run import of_runs
from labharness.model.results import Decision, Ending, Outcome, Qualifier, Standing, standing_of
from labharness.model.settlement import SET_ASIDE, Settlement, Tried
from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class Amendment:
    """What an amended report changes.

    Parameters
    ----------
    number, sha256
        The report that it replaces.
    why
        In the authorizer's words.
    changes
        One line for each change of the register, and for each run that was added since.
    outcome
        Its verdict by the register, "" where that is not on record.
    qualifiers
        What qualified it; empty where that is not on record.
    given
        Title of the recommendation that it gave, "" where it gave none, None where that is not on record.
    """

    number: str
    sha256: str
    why: str
    by: str
    changes: tuple[str, ...]
    outcome: str = ""
    given: str | None = None
    qualifiers: tuple[Qualifier, ...] = ()


@lru_cache(maxsize=4096)
def reads_the_same(text: str, other: str) -> bool:
    """Whether two names are one, letter case and white space aside."""
    return bool(text) and " ".join(text.split()).casefold() == " ".join(other.split()).casefold()


def is_same(kept: Component, component: SoftwareComponent) -> bool:
    """Whether what a device named is a component on record: name, version and hash."""
    return (
        reads_the_same(kept.name, component.name)
        and reads_the_same(kept.version, component.version)
        and kept.digest.casefold() == component.digest.casefold()
    )


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
        tried = self.settlement.attempts if self.settlement else ()
        return standing_of(
            self.outcome,
            simulated=any(run.simulated for run in self.runs),
            replayed=any(run.replayed for run in self.runs),
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

    @cached_property
    def identity(self) -> DeviceIdentity | None:
        """What the device first said that it is."""
        return next((run.summary.identity for run in self.runs if run.summary.identity), None)

    @property
    def serial(self) -> str:
        """The unit's serial number as it was reported, "" where it never was."""
        return self.identity.serial if self.identity else ""

    @property
    def model(self) -> str:
        """The unit's model as it was reported, "" where it never was."""
        return self.identity.model if self.identity else ""

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
        moments = [run.summary.updated for run in self.runs]
        moments += [change.utc for change in self.submission.changes]
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
        kept = self.submission.parts_of(product.id)
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


def untested(dossier: Dossier) -> Iterator[Reason]:
    """Yield the units and versions that no run of the submitted software tested, and the games for which none did."""
    submission = dossier.submission
    for unit in submission.of(Unit):
        if unit.use == "tested":
            product = submission.named(Product, unit.product)
            model = product.model if product else unit.product
            current, replaced = _split(
                dossier, [group for group in dossier.groups if dossier.unit(group) is unit]
            )
            if not current and replaced:
                yield Conclusions.UNIT_REPLACED(serial=unit.serial, model=model, runs=_runs(replaced))
            elif not current:
                yield Conclusions.UNIT_UNTESTED(serial=unit.serial, model=model)
    for product in submission.of(Product):
        current, replaced = _split(
            dossier, [group for group in dossier.groups if dossier.product(group) is product]
        )
        yield from _games(dossier, product, current, replaced)
        yield from _versions(dossier, product, current, replaced)


def unnamed(dossier: Dossier) -> Iterator[Reason]:
    """Yield submitted software that nothing shows to have been in a device that was tested as submitted."""
    for component in dossier.submission.of(Component):
        product = dossier.submission.named(Product, component.product)
        own = [group for group in dossier.groups if product is not None and dossier.product(group) is product]
        if not component.submitted or not any(group.software for group in own):
            continue
        showing = [group for group in own if _shows(dossier, group, component)]
        if not showing:
            yield Conclusions.COMPONENT_UNNAMED(component=component.name, version=component.version)
        elif all(dossier.standing(group) is SoftwareStanding.REPLACED for group in showing):
            yield Conclusions.COMPONENT_REPLACED(
                component=component.name, version=component.version, runs=_runs(showing)
            )


def _shows(dossier: Dossier, group: Group, component: Component) -> bool:
    """Whether a group's device names a component, or its unit holds it by the submission."""
    unit = dossier.unit(group)
    named = any(component.digest.casefold() == part.digest.casefold() for part in group.software)
    return named or (unit is not None and component.id in unit.holds)


def _games(
    dossier: Dossier, product: Product, current: list[Group], replaced: list[Group]
) -> Iterator[Reason]:
    for game in product.games or dossier.submission.filing.games:
        asked = (game, product.device_class.value)
        if asked in tested_games(current):
            continue
        before = [group for group in replaced if asked in tested_games([group])]
        if before:
            yield Conclusions.GAME_REPLACED(product=product.model, game=game, runs=_runs(before))
        else:
            yield Conclusions.GAME_UNTESTED(product=product.model, game=game)


def _versions(
    dossier: Dossier, product: Product, current: list[Group], replaced: list[Group]
) -> Iterator[Reason]:
    """Yield submitted versions in whose place the device of every run named another one."""
    reported = {part for group in current for part in group.software}
    for component in dossier.submission.of(Component):
        asked = component.product == product.id and component.submitted
        named = any(reads_the_same(component.name, part.name) for part in reported)
        if not asked or not named or any(is_same(component, part) for part in reported):
            continue
        before = [group for group in replaced if any(is_same(component, part) for part in group.software)]
        if before:
            yield Conclusions.VERSION_REPLACED(
                product=product.model, component=component.name, version=component.version, runs=_runs(before)
            )
        else:
            yield Conclusions.VERSION_UNTESTED(
                product=product.model, component=component.name, version=component.version
            )


def _split(dossier: Dossier, own: Sequence[Group]) -> tuple[list[Group], list[Group]]:
    """Return the groups of software that was not replaced, and those of replaced software."""
    replaced = [group for group in own if dossier.standing(group) is SoftwareStanding.REPLACED]
    return [group for group in own if group not in replaced], replaced


def _runs(groups: Iterable[Group]) -> tuple[str, ...]:
    return tuple(run.run for group in groups for run in group.runs)
