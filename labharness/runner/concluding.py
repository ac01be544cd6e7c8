"""From the records of a run that is over to its verdict and its end; nothing is asked of a device."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from labharness.analysis.sampling.catalog import Catalog
from labharness.assessment.runs.first_units import compare
from labharness.assessment.runs.judging import judge, rule_record
from labharness.errors import EvidenceError
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.body import Reasons
from labharness.evidence.records.course import ConductedBody
from labharness.evidence.records.judged import CheckDescribed, ResultBody, VerdictBody
from labharness.evidence.writer import RunWriter
from labharness.model.results import Ending, Verdict
from labharness.plans.frozen import FrozenPlan
from labharness.runner.replaying import RawDecoder


@dataclass(frozen=True, slots=True)
class Conducted:
    """How conducting a run came out.

    Parameters
    ----------
    ending
        None where the run goes on another time: its session was closed, or it was interrupted.
    error
        What ended the run, if an error of the device, or one that nobody foresaw, did.
    """

    ending: Ending | None
    reasons: Reasons
    verdict: Verdict | None = None
    head: str = ""
    error: Exception | None = None


def conclude(
    writer: RunWriter,
    frozen: FrozenPlan,
    catalog: Catalog,
    over: ConductedBody,
    on_step: Callable[[str], None] = lambda _: None,
    beside: Callable[[], Iterable[RunFolder]] = tuple,
) -> Conducted:
    """Judge a run from what is on disk, and end it.

    What its data begin with is compared first with the runs ``beside`` it, and what came of it put on record: the verdict
    rests on that record, so that it can be reached again without the other runs.

    Whatever fails here leaves the run without an end, so that it is judged another time.  Results that an
    earlier try recorded are followed by those of this one, which count.
    """
    folder = RunFolder(writer.path)
    try:
        on_step("comparing its data with other runs")
        writer.append(compare(folder, frozen, beside, partial(RawDecoder, catalog=catalog)))
        writer.barrier()
        results, verdict = judge(folder, frozen, catalog, over.ending, RawDecoder(folder, catalog), on_step)
        for name, result in results.items():
            writer.append(ResultBody(check=name, about=_about(name, frozen, catalog), result=result))
        writer.append(VerdictBody(verdict=verdict, rule=rule_record(frozen, catalog)))
        head = writer.end(over.ending, over.reasons)
    except BaseException:
        with suppress(EvidenceError):  # the first error says more
            writer.close()
        raise
    return Conducted(over.ending, over.reasons, verdict, head)


def _about(check_id: str, frozen: FrozenPlan, catalog: Catalog) -> CheckDescribed:
    """Return what a reader in ten years should know of a check without its code."""
    planned = next(check for check in frozen.plan.checks if check.id == check_id)
    info = catalog.check_info(planned.check)
    return CheckDescribed(
        name=info.name,
        title=info.title,
        version=info.version,
        unit=info.unit,
        hypothesis=info.hypothesis,
        reference=info.reference,
    )
