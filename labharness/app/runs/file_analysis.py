"""Analyze a file that somebody sent: what its numbers say, and nothing about the device that may have made them.

The checks that a file is analyzed by: those of a suite, or of a stage of a plan.

The report of an analysis of a file, written where somebody wants it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from labharness.analysis.decision.families import adjusted, p_of, unresolved
from labharness.analysis.identification.search import SURROUNDINGS, Surroundings
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.check import Check
from labharness.analysis.sampling.evaluation import Counting, Tallies
from labharness.analysis.sampling.files.file_sample import FileSample, file_sample
from labharness.analysis.sampling.files.source import Observes, SourceFile, column_of, guess, opened
from labharness.analysis.sampling.files.stretches import Stretch
from labharness.analysis.sampling.judging import judged
from labharness.analysis.sampling.processes import Processes
from labharness.analysis.sampling.tables import Block, Population
from labharness.app.plug_ins.discovery import discover, section_modules
from labharness.app.plug_ins.plug_in_files import versions
from labharness.app.runs.evaluating import PROCESSES, counting, too_many
from labharness.assessment.file_analysis import Analysis, CheckList, CheckOfFile, ExaminedFile, FileFinding
from labharness.errors import InputError, PlanError
from labharness.evidence.durable import put_document
from labharness.model.reasons.game import Effort
from labharness.model.reasons.inputs import FilePopulations, FileRemarks, Files, Inputs
from labharness.model.reasons.plan import Plans
from labharness.model.results import CheckResult, Tail
from labharness.plans.plan import PlannedCheck
from labharness.plans.suite import find_suite
from labharness.reason import CommandOption, OnStep, Reason, unheard

SUITES = {
    Observes.BITS: "bytes",
    Observes.BYTES: "bytes",
    Observes.OUTCOMES: "outcomes",
    Observes.DECKS: "decks",
    Observes.ROUNDS: "rounds",
}
"""The suite that is run where none is named."""


def listed_checks(
    observes: Observes, suite_id: str | None, plan_id: str | None, stage: str | None, catalog: Catalog
) -> CheckList:
    """Return the checks of a suite, or of the stage of a plan that reads such samples.

    Raises
    ------
    InputError
        If the suite reads other samples, or no single stage of the plan reads such samples.
    """
    kind = observes.kind
    if plan_id is None:
        file = find_suite(SUITES[observes] if suite_id is None else suite_id)
        suite = file.suite
        if suite.observes is not kind:
            raise InputError(
                Plans.SUITE_READS_OTHERS(suite=suite.id, reads=suite.observes.value, observes=observes.value)
            )
        checks = tuple(check.planned for check in suite.checks)
        return CheckList("suite", suite.id, suite.version, file.sha256, checks)
    from labharness.analysis.sampling.sample import population_of
    from labharness.app.runs.services import load_plan  # all that conducts a run comes with it

    frozen = load_plan(plan_id, catalog)
    plan = frozen.plan
    stages = [each for each in plan.acquisitions if each.observes is kind and stage in (None, each.name)]
    if len(stages) != 1:
        fitting = tuple(each.name for each in plan.acquisitions if each.observes is kind)
        raise InputError(Plans.NAME_STAGE(plan=plan.id, stages=fitting))
    checks = tuple(check for check in plan.checks if check.stage == stages[0].name)
    if not checks:
        raise InputError(Plans.STAGE_NOT_READ(stage=stages[0].name))
    population = population_of(frozen, stages[0])
    return CheckList("plan", plan.id, plan.version, frozen.sha256, checks, population)


MOST_LEVEL = 0.5


@dataclass(frozen=True, slots=True)
class FileOrder:
    """What somebody wants analyzed.

    Parameters
    ----------
    path
        The file, or ``-`` for standard input.
    observes
        Content of the file; judged by its first bytes if left out.
    suite, plan
        Whose checks to run; the usual suite if neither is named.
    stage
        Stage of the plan, if several stages fit the file.
    level
        Chance that a file of fair units is rejected at all.
    workers
        Processes that count.
    executor
        Where they are: ``processes`` of this computer, or the URL of a cluster.
    given
        What is said of the units beside the file, by the header's keys.
    column
        Name or number of the column of a table, which holds outcomes; None for a file without columns.
    identify
        How long known generators are searched: within the seconds of the suite or plan, or in every way.
    """

    path: str
    observes: Observes | None = None
    suite: str | None = None
    plan: str | None = None
    stage: str | None = None
    level: float = 0.01
    workers: int = 1
    given: Mapping[str, str] = field(default_factory=dict)
    column: str | None = None
    executor: str = PROCESSES
    identify: Effort = Effort.DEFAULT

    def __post_init__(self) -> None:
        level = str(self.level)
        for option, wrong in (
            ("level", not self.level > 0 and Inputs.NOT_ABOVE(limit=0, got=level)),
            ("level", self.level > MOST_LEVEL and Inputs.NOT_AT_MOST(limit=MOST_LEVEL, got=level)),
            ("workers", too_many(self.workers)),
        ):
            if wrong:
                raise InputError(Inputs.AT(where=CommandOption(option), problem=wrong))
        if self.suite is not None and self.plan is not None:
            raise InputError(Inputs.KEYS_APART(key=CommandOption("suite"), other=CommandOption("plan")))
        if self.stage is not None and self.plan is None:
            raise InputError(Inputs.KEY_NEEDS(key=CommandOption("stage"), other=CommandOption("plan")))


def analyze(
    order: FileOrder,
    on_read: Callable[[int, int], None] = lambda _done, _size: None,
    on_step: OnStep = unheard,
    others: Processes | None = None,
    on_search: Callable[[float, float], None] = lambda _done, _total: None,
) -> Analysis:
    """Run the checks of a suite or plan over a file.

    Parameters
    ----------
    on_read
        Told how many of how many bytes have been read.
    on_step
        Told what is being judged.
    others
        Processes that count beside this one, where they were started already.
    on_search
        Told the declared seconds of the search of known generators, done and in all; it may raise to interrupt it.

    Raises
    ------
    InputError
        If the file is not what it is said to be, with line and column.
    """
    catalog = discover()
    with opened(order.path) as table, _chosen(table, order.column) as source:
        observes = order.observes or (Observes.OUTCOMES if order.column else guess(source))
        guessed = () if order.observes or order.column else (Files.CONTENT_GUESSED(content=observes.value),)
        listed = listed_checks(observes, order.suite, order.plan, order.stage, catalog)
        if order.identify is Effort.FULL:
            listed = replace(listed, checks=tuple(_in_full(check, catalog) for check in listed.checks))
        built = {check.id: _built(check, observes, catalog) for check in listed.checks}
        look_back = max(catalog.check_info(check.check).look_back for check in listed.checks)
        sample = file_sample(source, observes, order.given, listed.population)
        with counting(order.executor, order.workers, others) as (workers, there):
            tallies, units = _tallies(built, sample, look_back, workers, there, on_read)
            results = _results(built, tallies, sample.population, there, on_step, on_search)
        return Analysis(
            source.name,
            source.sha256,
            table.size,
            observes,
            _compared_with(sample.population),
            units,
            (*guessed, *sample.notes),
            listed,
            order.level,
            judge_file(listed.checks, results, order.level, catalog),
            versions(),
            sample.population,
            sample.provenance.input_known,
            source.modified,
        )


@contextmanager
def _chosen(table: SourceFile, column: str | None) -> Iterator[SourceFile]:
    if column is None:
        yield table
        return
    with column_of(table, column) as source:
        yield source


def judge_file(
    checks: Sequence[PlannedCheck], results: Mapping[str, CheckResult], level: float, catalog: Catalog
) -> tuple[CheckOfFile, ...]:
    """Judge all required checks together, two-sided, so that a fair file is rejected with this chance at most.

    A violation that a counting check finds rejects the file whatever the p-values are.
    """
    family = [
        check.id
        for check in checks
        if check.role == "required" and not catalog.check_info(check.check).counting
    ]
    raw = {check.id: p_of(results[check.id], Tail.TWO_SIDED) for check in checks}
    corrected = dict(zip(family, adjusted([raw[name] for name in family]), strict=True))
    judged = []
    for check in checks:
        info, result = catalog.check_info(check.check), results[check.id]
        finding, remark = _finding(check, result, corrected.get(check.id), level)
        judged.append(
            CheckOfFile(
                check.id,
                info.name,
                info.version,
                info.title,
                info.reference,
                check.role == "required",
                finding,
                raw[check.id],
                corrected.get(check.id),
                remark,
                result,
            )
        )
    return tuple(judged)


def _finding(
    check: PlannedCheck, result: CheckResult, corrected: float | None, level: float
) -> tuple[FileFinding, Reason | None]:
    required, first = check.role == "required", result.details[0] if result.details else None
    floor = corrected is not None and unresolved(result, result.p[Tail.TWO_SIDED], Tail.TWO_SIDED)
    # The first line that holds decides.
    for holds, finding, remark in (
        (
            result.violations,
            FileFinding.REJECTED if required else FileFinding.INFORMATIONAL,
            _violations(result, first),
        ),
        (result.not_applicable, FileFinding.NOT_APPLICABLE, result.not_applicable),
        (not required, FileFinding.INFORMATIONAL, first),
        (
            corrected is None and result.violations is None,
            FileFinding.NOT_APPLICABLE,
            FileRemarks.NO_RESULT(),
        ),
        (corrected is not None and corrected < level, FileFinding.REJECTED, FileRemarks.RARE(level=level)),
        (floor, FileFinding.UNRESOLVED, FileRemarks.SMALLEST_SHOWN()),
    ):
        if holds:
            return finding, remark
    return (
        FileFinding.NOT_REJECTED,
        (first or FileRemarks.NO_VIOLATION(units=result.counted)) if result.violations == 0 else None,
    )


def _violations(result: CheckResult, first: Reason | None) -> Reason:
    count = result.violations or 0
    if first is None:
        return FileRemarks.VIOLATIONS(violations=count, units=result.counted)
    return FileRemarks.VIOLATIONS_FIRST(violations=count, units=result.counted, first=first)


def _tallies(
    built: Mapping[str, Check],
    sample: FileSample,
    look_back: int,
    workers: int,
    there: Counting,
    on_read: Callable[[int, int], None],
) -> tuple[Tallies, int]:
    source, units = sample.source, 0

    def counted() -> Iterator[Block | Stretch]:
        nonlocal units
        for part in sample.parts(look_back, workers):
            units += part.units
            on_read(source.done, source.size)
            yield part

    return there.fold(built, counted()), units


def _results(
    built: Mapping[str, Check],
    tallies: Tallies,
    population: Population,
    there: Counting,
    on_step: OnStep,
    on_search: Callable[[float, float], None],
) -> dict[str, CheckResult]:
    """Judge: a search in full is watched from here, and shared with those who count."""
    populations = dict.fromkeys(built, population)
    whole = {name: check for name, check in built.items() if getattr(check, "effort", None) == Effort.FULL}
    token = SURROUNDINGS.set(Surroundings(on_search, there.others))
    try:
        rest = {name: check for name, check in built.items() if name not in whole}
        results = there.judge(rest, tallies, populations, on_step)
        results |= judged(whole, tallies, populations, on_step, None)
    finally:
        SURROUNDINGS.reset(token)
    return {name: results[name] for name in built}


def _in_full(check: PlannedCheck, catalog: Catalog) -> PlannedCheck:
    if not catalog.check_info(check.check).names_programs:
        return check
    return check.model_copy(update={"parameters": {**check.parameters, "effort": Effort.FULL.value}})


def _built(check: PlannedCheck, observes: Observes, catalog: Catalog) -> Check:
    kind, info = observes.kind, catalog.check_info(check.check)
    if kind not in info.observes:
        reads = tuple(sorted(map(str, info.observes)))
        raise PlanError((Plans.CHECK_READS_OTHERS(check=check.check, reads=reads, observes=str(kind)),))
    return catalog.build(check)


def _compared_with(population: Population) -> Reason:
    cards, size = population.cards, population.round_cards
    if cards is None:
        if not population.high:
            return FilePopulations.BYTES()
        return FilePopulations.OUTCOMES(low=population.low, high=population.high)
    if not size:
        return FilePopulations.DECKS(cards=cards.size, set=cards.name)
    of = {"size": size, "cards": cards.size, "set": cards.name}
    return (
        FilePopulations.ROUNDS_BUFFERED(**of, buffer=population.buffer)
        if population.buffer
        else FilePopulations.ROUNDS(**of)
    )


LAYOUT = "file_analysis.toml"


def render_analysis(examined: ExaminedFile) -> bytes:
    """Return the report as a PDF; the same bytes for the same file, date of the file, power and versions."""
    from labharness.reporting.documents.conformance import build_analysis
    from labharness.reporting.layout import read_layout, sections_of

    return build_analysis(examined, sections_of(section_modules()), read_layout(name=LAYOUT))


def write_report(examined: ExaminedFile, path: Path) -> None:
    """Write the report; raises :class:`StorageError` where that is not possible."""
    put_document(path, render_analysis(examined))
