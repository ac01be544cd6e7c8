"""What is tried on what: every check, every packaged plan and suite, and samples in which defects are sought.

Samples from the simulated machines themselves, in this process: what they do, without the cable to them.

What is replicated: a check, a suite on fair samples, and checks on samples of a defect.

From counts to rates, and from rates to what is not as it should be.

What is asked of a validation.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from numpy.random import PCG64, Generator, SeedSequence

from labharness.analysis.decision.families import holm
from labharness.analysis.decision.rule import FalseAlarms
from labharness.analysis.laws.intervals import LEVEL, clopper_pearson
from labharness.analysis.power.defects.named import Defect, fair_units, usual_defects
from labharness.analysis.power.detection import FILLED, SubmittedSample, observed
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.check import Check, CheckInfo
from labharness.analysis.sampling.tables import Block, Population
from labharness.app.runs.evaluating import too_many
from labharness.app.runs.file_analysis import judge_file
from labharness.assessment.file_analysis import FileFinding
from labharness.errors import InputError
from labharness.model.cards import CardSet
from labharness.model.observations import (
    Deal,
    Draws,
    InputKnown,
    Kind,
    Observation,
    Provenance,
    RawBytes,
    Round,
    Shuffle,
    Source,
)
from labharness.model.reasons.inputs import Inputs, Noun, Validations
from labharness.model.results import CheckResult, Outcome
from labharness.model.validation import CheckRates, Rate, ReferenceFound, RuleRates, Share
from labharness.plans.plan import PlannedCheck
from labharness.reason import CommandOption, Reason
from labharness.simulators.catalog import build_fault, build_machine
from labharness.simulators.unit import SimulatedUnit
from labharness.testing.samples import ENOUGH, SHORT, fair_block, population_of, simulated, smallest


@dataclass(frozen=True, slots=True)
class BenchMachine:
    """A simulated machine with its faults.

    Parameters
    ----------
    machine, faults
        As ``labharness simulate`` takes them.
    title
        What it is, in words.
    """

    machine: str
    faults: tuple[str, ...]
    title: str

    @property
    def name(self) -> str:
        """Machine and faults as a person types them."""
        return " ".join((self.machine, *self.faults))

    def make(self, random: Generator, population: Population, units: int) -> Sequence[Observation]:
        """Return what the machine reports of a sample, its cards put in as the plan says before each unit."""
        seed = int(random.integers(1 << 62))
        machine = build_machine(self.machine, seed)
        unit = SimulatedUnit(machine, [build_fault(fault, seed, machine) for fault in self.faults])
        if population.kind is Kind.BYTES:
            return [RawBytes(unit.raw(units))]
        if population.kind is Kind.DRAW:
            return [Draws(unit.draw(units, population.low, population.high))]
        assert population.cards is not None
        deck = population.cards.new_deck_order()
        unit.load(deck)
        result: list[Observation] = []
        for _ in range(units):
            if population.kind is Kind.ROUND:
                result.append(Round(*unit.round(population.round_cards)))
                continue
            unit.load(deck)
            if population.kind is Kind.SHUFFLE:
                result.append(Shuffle(deck, unit.shuffle()))
            else:
                *stacks, stub = unit.deal(population.stacks)
                result.append(Deal(tuple(stacks), stub))
        return result


_RETURNED = "returned_unshuffled=0.01"

MACHINES = {
    Kind.SHUFFLE: (
        BenchMachine("fair_shuffler", (), "a fair shuffler, as a control"),
        BenchMachine("shelf_shuffler:10", (), "one pass through 10 shelves"),
        BenchMachine("shelf_shuffler:38", (), "one pass through 38 shelves"),
        BenchMachine("riffle_shuffler:7", (), "7 riffles"),
        BenchMachine("fair_shuffler", (_RETURNED,), "comes out unshuffled with chance 0.01"),
        BenchMachine("fair_shuffler", ("missing_card",), "the queen of diamonds is not inside"),
        BenchMachine("fair_shuffler", ("duplicated_card",), "one card is there twice"),
        BenchMachine("fair_shuffler", ("foreign_back",), "one card has another back"),
    ),
    Kind.ROUND: (
        BenchMachine("continuous_shuffler", (), "a fair continuous shuffler, as a control"),
        BenchMachine("continuous_shuffler:5", (), "5 cards always lie ready"),
        BenchMachine("continuous_shuffler:16", (), "16 cards always lie ready"),
        BenchMachine("continuous_shuffler", ("missing_card",), "a queen of diamonds is not inside"),
    ),
    Kind.DEAL: (
        BenchMachine("dealing_shoe", (), "a fair dealing shoe, as a control"),
        BenchMachine("dealing_shoe", (_RETURNED,), "comes out unshuffled with chance 0.01"),
        BenchMachine("dealing_shoe", ("missing_card",), "the queen of diamonds is not inside"),
    ),
    Kind.DRAW: (
        BenchMachine("rng", (), "a fair generator, as a control"),
        BenchMachine("rng", ("modulo_bias",), "a byte modulo the range"),
        BenchMachine("rng", ("stuck_bit=0",), "bit 0 of every raw byte is set"),
    ),
    Kind.BYTES: (
        BenchMachine("rng", (), "a fair generator, as a control"),
        BenchMachine("rng", ("stuck_bit=0",), "bit 0 of every raw byte is set"),
    ),
}
"""What the simulators can be set to that changes a sample; faults of the wire change none."""


FAIR = Provenance(InputKnown.RESET, Source.OBSERVED)


class Judged(NamedTuple):
    """What a check said of one fair sample.

    Parameters
    ----------
    tails
        p-values to the right, to the left and two-sided, or None where it gives none.
    violations
        What a counting check counted.
    spread
        A uniform chance, to spread a lattice's p-value evenly over that of the observed value.
    """

    tails: tuple[float, float, float] | None
    violations: int | None
    spread: float


def stream(seed: int, name: str, place: int) -> Generator:
    """Return the random stream of one replicate, that of no other."""
    return Generator(PCG64(SeedSequence([seed, zlib.crc32(name.encode())], spawn_key=(place,))))


@dataclass(frozen=True, slots=True)
class FairSamples:
    """One check on fair samples, its own simulation, if any, with a fresh seed for each."""

    cls: type[Any]
    population: Population
    units: int
    name: str
    seed: int

    def ready(self) -> Callable[[int], Judged]:
        """Return what judges the sample of a number."""

        def judged(place: int) -> Judged:
            random = stream(self.seed, self.name, place)
            check: Check = self.cls(**smallest(self.cls, place))
            result = check.judge(
                check.tally(fair_block(self.population, self.units, random)), self.population
            )
            p, spread = result.p, float(random.random())
            tails = (p["right"], p["left"], p["two_sided"]) if p else None
            return Judged(tails, result.violations, spread)

        return judged


class FileJudged(NamedTuple):
    """What a suite said of one file: checks that rejected it, and those that did not apply."""

    rejected: tuple[str, ...]
    not_applicable: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FairFiles:
    """A suite on files of fair units, at the level that files are judged at."""

    checks: tuple[PlannedCheck, ...]
    catalog: Catalog
    population: Population
    units: int
    level: float
    name: str
    seed: int

    def ready(self) -> Callable[[int], FileJudged]:
        """Build the checks once."""
        built = {check.id: self.catalog.build(check) for check in self.checks}

        def judged(place: int) -> FileJudged:
            result = fair_units(stream(self.seed, self.name, place), self.population, self.units)
            block = Block(self.population, 0, observed(result, self.population), FAIR)
            answer = {name: _result(check, block) for name, check in built.items()}
            files = judge_file(self.checks, answer, self.level, self.catalog)
            return FileJudged(
                tuple(each.id for each in files if each.finding is FileFinding.REJECTED),
                tuple(each.id for each in files if each.finding is FileFinding.NOT_APPLICABLE),
            )

        return judged


@dataclass(frozen=True, slots=True)
class FlawedSamples:
    """Checks on samples of one defect: which of them found it, None where one did not apply."""

    defect: Defect | BenchMachine
    checks: Mapping[str, Check]
    population: Population
    units: int
    level: float
    name: str
    seed: int

    def ready(self) -> Callable[[int], tuple[bool | None, ...]]:
        """Return what judges the sample of a number by every check."""

        def judged(place: int) -> tuple[bool | None, ...]:
            random = stream(self.seed, self.name, place)
            if isinstance(self.defect, BenchMachine):
                units = self.defect.make(random, self.population, self.units)
            else:
                units = observed(self.defect.make(random, self.population, self.units), self.population)
            block = Block(self.population, 0, units, FAIR, events=FILLED)
            return tuple(self._finds(_result(check, block)) for check in self.checks.values())

        return judged

    def _finds(self, result: CheckResult) -> bool | None:
        if result.violations is not None:
            return result.violations > 0
        return result.p["two_sided"] <= self.level if result.p else None


def _result(check: Check, block: Block) -> CheckResult:
    return check.judge(check.tally(block), block.population)


ALARM = 0.001
"""Chance that a fault by rate or by uniformity is named where all is well, all lines together (Holm)."""
LEVELS = (0.05, 0.01)


def share(hits: int, trials: int) -> Share:
    """Return a share with its exact limits."""
    return Share(hits, trials, *clopper_pearson(hits, trials), LEVEL)


def rate(name: str, nominal: float, hits: int, trials: int) -> Rate:
    """Compare a share with the most that it may be.

    Examples
    --------
    >>> round(rate("p < 0.5", 0.5, 2, 2).excess, 12)
    0.25
    """
    from scipy.special import bdtrc

    excess = float(bdtrc(hits - 1, trials, nominal)) if hits else 1.0
    return Rate(name, nominal, share(hits, trials), excess)


def check_rates(result: Sequence[Judged]) -> tuple[tuple[Rate, ...], float | None, int]:
    """Return rates of one check, the uniformity of its p-values, and samples of which it said nothing.

    Notes
    -----
    A p-value that is spread evenly over the chance of the observed value is uniform, exactly and however
    coarse the law is; one that is not spread is only at most as often below a level as the level says.
    """
    counted = [each.violations for each in result if each.violations is not None]
    judged = [(each.tails, each.spread) for each in result if each.tails is not None]
    silent = len(result) - len(counted) - len(judged)
    if counted:
        hits = sum(count > 0 for count in counted)
        return (rate("a violation", 0.0, hits, len(counted)),), None, silent
    if not judged:
        return (), None, silent
    from scipy.stats import kstest

    two_sided = [tails[2] for tails, _ in judged]
    rates = (
        rate(f"p < {level:g}", level, sum(p < level for p in two_sided), len(judged)) for level in LEVELS
    )
    spread = [1 - right + u * (right + left - 1) for (right, left, _), u in judged]
    return tuple(rates), float(kstest(spread, "uniform").pvalue), silent


def plan_rates(
    samples: Sequence[SubmittedSample], nominal: FalseAlarms
) -> tuple[tuple[Rate, ...], dict[str, int]]:
    """Return rates of a plan's rule, and how often each check stood against a pass."""
    not_passed = sum(each.first is not Outcome.PASS for each in samples)
    failed = sum(each.last is Outcome.FAIL for each in samples)
    rates = (
        rate("not passed at first", nominal.not_passed_at_most, not_passed, len(samples)),
        rate("FAIL in the end", nominal.fail_at_most, failed, len(samples)),
    )
    return rates, dict(sorted(Counter(name for each in samples for name in each.against).items()))


def suite_rates(
    result: Sequence[FileJudged], level: float
) -> tuple[tuple[Rate, ...], dict[str, int], tuple[str, ...]]:
    """Return rates of a suite, how often each check rejected, and which never applied."""
    rejected = sum(bool(each.rejected) for each in result)
    against = Counter(name for each in result for name in each.rejected)
    silent = Counter(name for each in result for name in each.not_applicable)
    never = tuple(sorted(name for name, times in silent.items() if times == len(result)))
    return (rate("rejected", level, rejected, len(result)),), dict(sorted(against.items())), never


def faults(
    references: Sequence[ReferenceFound], checks: Sequence[CheckRates], rules: Sequence[RuleRates]
) -> Iterator[Reason]:
    """Yield what is not as it should be."""
    for reference in references:
        if not reference.agrees:
            of: dict[str, Any] = {
                "subject": reference.subject,
                "name": reference.name,
                "source": reference.source,
            }
            if reference.found is None:
                yield Validations.REFERENCE_FAILED(**of, published=reference.published, error=reference.error)
            else:
                yield Validations.REFERENCE_DIFFERS(
                    **of, published=reference.published, found=reference.found
                )
    for check in checks:
        if not check.rates:
            yield Validations.CHECK_SILENT(check=_called(check), samples=check.replicates)
    lines = [(_called(check), each) for check in checks for each in check.rates]
    lines += [(f"{rule.what} {rule.id}", each) for rule in rules for each in rule.rates]
    for (subject, each), adjusted in zip(lines, holm([each.excess for _, each in lines]), strict=True):
        if adjusted < ALARM:
            yield Validations.RATE_ABOVE(
                subject=subject,
                event=each.name,
                hits=each.share.hits,
                samples=each.share.trials,
                share=each.share.value,
                nominal=each.nominal,
            )
    spread = [(_called(check), p) for check in checks if (p := check.uniformity) is not None]
    for (name, p), adjusted in zip(spread, holm([p for _, p in spread]), strict=True):
        if adjusted < ALARM:
            yield Validations.NOT_UNIFORM(check=name, p=p)


def _called(check: CheckRates) -> str:
    return f"{check.check} ({check.kind})"


ONE_DECK = Population(Kind.SHUFFLE, CardSet.of_decks("one deck", 1))
SIX_DECKS = Population(Kind.SHUFFLE, CardSet.of_decks("six decks", 6))
ROUNDS = Population(Kind.ROUND, CardSet.of_decks("six decks", 6), round_cards=20)
DEALS = Population(Kind.DEAL, CardSet.of_decks("one deck and a joker", 1, jokers=1), stacks=(7,) * 7, stub=4)
OUTCOMES = Population(Kind.DRAW, low=1, high=7)
BYTES = Population(Kind.BYTES)

FILES = {
    Kind.SHUFFLE: (ONE_DECK, 260),
    Kind.ROUND: (ROUNDS, 1000),
    Kind.DEAL: (DEALS, 260),
    Kind.DRAW: (OUTCOMES, 20_000),
    Kind.BYTES: (BYTES, 125_000),
}
"""Population and size of the files that a suite is tried on, unless it is named below."""
FILES_OF = {"shoes": (SIX_DECKS, 100), "entropy": (BYTES, SHORT["samples"])}
CUT = {"entropy": {"samples": SHORT["samples"]}}
"""Parameters that a suite's own checks are cut to where one file would take many seconds; the file says so."""

SOUGHT = {
    Kind.SHUFFLE: (ONE_DECK, (100, 500)),
    Kind.ROUND: (ROUNDS, (250, 1000)),
    Kind.DEAL: (DEALS, (100, 530)),
    Kind.DRAW: (OUTCOMES, (10_000, 150_000)),
    Kind.BYTES: (BYTES, (12_500, 125_000)),
}
"""Population and sample sizes in which defects are sought."""
SOUGHT_REPLICATES = 199
"""Replicates of a check's own simulation there: its least two-sided p-value is then the level, 0.01."""


@dataclass(frozen=True, slots=True)
class CheckCase:
    """One check of one kind of unit."""

    cls: type[Any]
    info: CheckInfo
    population: Population
    units: int

    @property
    def name(self) -> str:
        """What it is called while it is tried."""
        return f"{self.info.name}, {self.population.kind.value}"


def check_cases(catalog: Catalog) -> Iterator[CheckCase]:
    """Yield every check with every kind of unit that it reads, on the smallest sample it says something of."""
    for name in sorted(catalog.checks):
        info = catalog.check_info(name)
        for kind in sorted(info.observes):
            yield CheckCase(catalog.checks[name], info, population_of(info, kind), ENOUGH[kind])


@dataclass(frozen=True, slots=True)
class SoughtCase:
    """One defect in samples of one size, and the checks that look for it."""

    source: str
    defect: Defect | BenchMachine
    population: Population
    units: int
    checks: Mapping[str, Check]

    @property
    def name(self) -> str:
        """What it is called while it is tried; its random streams depend on it."""
        return f"{self.source} {self.defect.name}, {self.units} {self.population.kind.value}"


def sought_cases(catalog: Catalog) -> Iterator[SoughtCase]:
    """Yield every usual defect of the fault models and every simulated machine, each in every size."""
    for kind, (population, sizes) in SOUGHT.items():
        checks = {
            name: cls(**simulated(cls, 1, SOUGHT_REPLICATES))
            for name, cls in sorted(catalog.checks.items())
            if kind in catalog.check_info(name).observes
        }
        for units in sizes:
            for defect in usual_defects(frozenset({kind})):
                yield SoughtCase("fault model", defect, population, units, checks)
            for machine in MACHINES[kind]:
                yield SoughtCase("simulated machine", machine, population, units, checks)


def cut(planned: PlannedCheck, catalog: Catalog, parameters: Mapping[str, int]) -> PlannedCheck:
    """Return a check with those of some parameters that it has."""
    have = catalog.checks[planned.check].__dataclass_fields__.keys() & parameters.keys()
    changed = {**planned.parameters, **{name: parameters[name] for name in have}}
    return planned.model_copy(update={"parameters": changed})


def words(population: Population) -> str:
    """Say what one unit is."""
    cards = population.cards
    if cards is None:
        return f"an outcome from {population.low} to {population.high}" if population.high else "a byte"
    inside = f"{cards.size} cards ({cards.name})"
    if population.round_cards:
        return f"a round of {population.round_cards} of {inside}"
    return f"{inside} in {len(population.stacks)} stacks and a stub" if population.stacks else inside


REFERENCES, FALSE_ALARMS, DETECTION = "reference", "false-alarms", "detection"
PARTS = (REFERENCES, FALSE_ALARMS, DETECTION)
REPLICATES, SOUGHT_SAMPLES, SEED = 1000, 100, 461


@dataclass(frozen=True, slots=True)
class ValidationOrder:
    """What is asked for.

    Parameters
    ----------
    replicates
        Fair samples of each check, and submissions and files of each plan and suite.
    sought
        Number of samples for each defect and size.
    parts
        Which of :data:`PARTS`.
    """

    replicates: int = REPLICATES
    sought: int = SOUGHT_SAMPLES
    seed: int = SEED
    workers: int = 1
    parts: tuple[str, ...] = PARTS

    def __post_init__(self) -> None:
        if self.replicates < 1 or self.sought < 1 or self.seed < 0 or not self.parts:
            raise ValueError("replicates are 1 or more, a seed 0 or more, parts one or more")
        if wrong := too_many(self.workers):
            raise InputError(Inputs.AT(where=CommandOption("workers"), problem=wrong))
        unknown = sorted(set(self.parts) - set(PARTS))
        if unknown:
            raise InputError(*(Inputs.UNKNOWN(what=Noun.PART, name=name, known=PARTS) for name in unknown))
