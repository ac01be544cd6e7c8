"""Each part of a validation as a stream of whole lines; whoever stops listening keeps those that came."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from labharness.analysis.decision.rule import declared_checks, declared_rule, false_alarms
from labharness.analysis.power.defects.named import FAIR
from labharness.analysis.power.detection import Job, Submissions, replicated
from labharness.analysis.sampling.catalog import Catalog
from labharness.app.runs.services import load_plan
from labharness.app.selftest.cases import (
    CUT,
    FILES,
    FILES_OF,
    FairFiles,
    FairSamples,
    FlawedSamples,
    ValidationOrder,
    check_cases,
    check_rates,
    cut,
    plan_rates,
    share,
    sought_cases,
    suite_rates,
    words,
)
from labharness.model.observations import Kind
from labharness.model.reasons.conduct import Doing
from labharness.model.validation import CheckRates, Detection, ReferenceFound, RuleRates, Share
from labharness.plans.coverage import packaged
from labharness.plans.suite import find_suite, packaged_suites
from labharness.testing.samples import Reference, smallest

FILE_LEVEL = 0.01
"""Level of the files of a suite: that of ``labharness analyze`` where none is given."""
SOUGHT_LEVEL = 0.01

UNITS = {
    Kind.SHUFFLE: "shuffles",
    Kind.ROUND: "rounds",
    Kind.DEAL: "deals",
    Kind.DRAW: "outcomes",
    Kind.BYTES: "bytes",
}

Begin = Callable[[Doing, int], Callable[[str, int], None]]
"""Told of a part and of how much there is to do; returns what is told of a name and of how much is done."""


def reproduced(known: Iterable[tuple[str, Reference]], begin: Begin) -> Iterator[ReferenceFound]:
    """Compute every published number again."""
    listed = list(known)
    text = begin(Doing.REPRODUCING, len(listed))
    for place, (subject, each) in enumerate(listed, 1):
        result, error = None, ""
        try:
            result = float(each.compute())
        except Exception as raised:  # noqa: BLE001  whatever went wrong, the number was not reproduced
            error = f"{type(raised).__name__}: {raised}"
        agrees = result is not None and each.agrees(result)
        yield ReferenceFound(
            subject, each.name, each.source, each.published, result, each.tolerance, agrees, error
        )
        text(each.name, place)


def rates_of_checks(order: ValidationOrder, catalog: Catalog, begin: Begin) -> Iterator[CheckRates]:
    """Try every check on fair samples."""
    cases = {case.name: case for case in check_cases(catalog)}
    samples = {
        name: FairSamples(case.cls, case.population, case.units, name, order.seed)
        for name, case in cases.items()
    }
    for name, result in _carried_out(Doing.TRYING_CHECKS, samples, order.replicates, order, begin):
        case = cases[name]
        rates, uniformity, silent = check_rates(result)
        parameters = {key: value for key, value in smallest(case.cls, 0).items() if key != "seed"}
        yield CheckRates(
            case.info.name,
            case.info.version,
            case.info.title,
            case.population.kind.value,
            case.units,
            parameters,
            order.replicates,
            order.seed,
            silent,
            rates,
            None if case.info.bound else uniformity,
        )


def rates_of_plans(order: ValidationOrder, catalog: Catalog, begin: Begin) -> Iterator[RuleRates]:
    """Carry out every packaged plan on fair devices, under its own rule and with its own sample sizes."""
    plans = {name: load_plan(name, catalog, content) for name, content in packaged().items()}
    samples = {name: Submissions(frozen, catalog, FAIR, order.seed) for name, frozen in plans.items()}
    for name, result in _carried_out(Doing.TRYING_PLANS, samples, order.replicates, order, begin):
        plan = plans[name].plan
        nominal = false_alarms(declared_checks(plan, catalog), declared_rule(plan), plan.monitored_level)
        rates, against = plan_rates(result, nominal)
        yield RuleRates(
            "plan",
            plan.id,
            plan.version,
            plans[name].sha256,
            plan.title,
            {stage.name: stage.units for stage in plan.acquisitions},
            order.replicates,
            order.seed,
            rates,
            against,
            observed={stage.name: stage.observes.value for stage in plan.acquisitions},
        )


def rates_of_suites(order: ValidationOrder, catalog: Catalog, begin: Begin) -> Iterator[RuleRates]:
    """Judge files of fair units by every packaged suite, as ``labharness analyze`` does.

    Informational checks reject nothing and are left out.
    """
    suites = {name: find_suite(name) for name in packaged_suites()}
    sizes = {name: FILES_OF.get(name, FILES[suite.suite.observes]) for name, suite in suites.items()}
    samples = {}
    for name, file in suites.items():
        required = (check.planned for check in file.suite.checks if check.role == "required")
        checks = tuple(cut(check, catalog, CUT.get(name, {})) for check in required)
        samples[name] = FairFiles(checks, catalog, *sizes[name], FILE_LEVEL, name, order.seed)
    for name, result in _carried_out(Doing.TRYING_SUITES, samples, order.replicates, order, begin):
        suite = suites[name].suite
        rates, against, never = suite_rates(result, FILE_LEVEL)
        yield RuleRates(
            "suite",
            suite.id,
            suite.version,
            suites[name].sha256,
            suite.title,
            {UNITS[suite.observes]: sizes[name][1]},
            order.replicates,
            order.seed,
            rates,
            against,
            never,
            dict(CUT.get(name, {})),
        )


def detections(order: ValidationOrder, catalog: Catalog, begin: Begin) -> Iterator[Detection]:
    """Look for every defect with every check that reads its samples."""
    cases = {case.name: case for case in sought_cases(catalog)}
    samples = {
        name: FlawedSamples(
            case.defect, case.checks, case.population, case.units, SOUGHT_LEVEL, name, order.seed
        )
        for name, case in cases.items()
    }
    for name, result in _carried_out(Doing.SEEKING_DEFECTS, samples, order.sought, order, begin):
        case, columns = cases[name], zip(*result, strict=True)
        yield Detection(
            case.source,
            case.defect.name,
            case.defect.title,
            case.population.kind.value,
            words(case.population),
            case.units,
            SOUGHT_LEVEL,
            order.sought,
            order.seed,
            {check: _found(column) for check, column in zip(case.checks, columns, strict=True)},
        )


def _carried_out(
    part: Doing, samples: Mapping[str, Any], replicates: int, order: ValidationOrder, begin: Begin
) -> Iterator[tuple[str, list[Any]]]:
    """Yield what came of all replicates of each sample, by name, while one bar shows those of all of them."""
    hear, done = begin(part, replicates * len(samples)), dict[str, int]()

    def on_done(name: str, number: int) -> None:
        done[name] = number
        hear(name, sum(done.values()))

    jobs = {name: Job(sample, replicates) for name, sample in samples.items()}
    return replicated(jobs, order.workers, on_done)


def _found(column: Sequence[bool | None]) -> Share | None:
    text = [each for each in column if each is not None]
    return share(sum(text), len(text)) if text else None
