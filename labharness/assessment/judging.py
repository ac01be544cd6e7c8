"""From a run's records to its verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace

from labharness.analysis.decision.declared import declared_checks, declared_rule
from labharness.analysis.decision.false_alarms import false_alarms
from labharness.analysis.decision.rule import combine, decide, families
from labharness.analysis.sampling.catalogue import Catalogue
from labharness.analysis.sampling.evaluation import evaluate
from labharness.analysis.sampling.sample import Decode
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.body import Body, Reasons
from labharness.evidence.records.course import ResumedBody, StageFinishedBody, StageStartedBody, StartBody
from labharness.evidence.records.judged import FalseAlarmsExpected, FamilyApplied, RuleApplied
from labharness.evidence.records.sample import ObservedBody, Purpose, ReadBody, RejectedBody
from labharness.evidence.summary import RunSummary
from labharness.model.findings import Result
from labharness.model.observations import CARD_KINDS, InputKnown, Source
from labharness.model.reasons.course import Course
from labharness.model.results import (
    CheckResult,
    Decision,
    Ending,
    Outcome,
    Verdict,
    reads_decision,
    stage_decision,
)
from labharness.plans.frozen import FrozenPlan
from labharness.plans.stages import Acquire
from labharness.reason import Reason


def judge(
    folder: RunFolder,
    frozen: FrozenPlan,
    catalogue: Catalogue,
    ending: Ending,
    decode: Decode,
    on_step: Callable[[str], None] = lambda _: None,
) -> tuple[dict[str, CheckResult], Verdict]:
    """Evaluate a run's recorded samples and decide; a pure function of what is on disk.

    Parameters
    ----------
    decode
        Decodes the raw bytes of an exchange of this run again.
    """
    results = evaluate(frozen, catalogue, folder.records, decode, on_step)
    verdict = Verdict(Outcome.PASS, ())
    if frozen.plan.checks:
        verdict = decide(declared_checks(frozen.plan, catalogue), results, declared_rule(frozen.plan))
    facts = _Facts.of(folder)
    verdict = replace(verdict, decisions=(*facts.carried_out(frozen), *verdict.decisions))
    failed = facts.failures()
    if failed:
        verdict = Verdict(
            Outcome.FAIL,
            tuple(one.reason for one in failed) + verdict.reasons,
            (*failed, *verdict.decisions),
        )
    return results, combine(verdict, ending, facts.caveats(frozen))


def caveats(folder: RunFolder, frozen: FrozenPlan) -> list[Reason]:
    """Return what the course of a run sets against a pass, whatever its samples show; nothing is computed again."""
    facts = _Facts.of(folder)
    return [*(one.reason for one in facts.failures()), *facts.caveats(frozen)]


def rule_record(frozen: FrozenPlan, catalogue: Catalogue) -> RuleApplied:
    """Return the decision rule as the verdict's record keeps it, so that a report needs no constant of ours."""
    planned, rule = declared_checks(frozen.plan, catalogue), declared_rule(frozen.plan)
    return RuleApplied(
        **asdict(rule),
        families=tuple(
            FamilyApplied(
                name=one.id if one else "laboratory",
                checks=tuple(item.check_id for item in family),
                level=one.alpha if one else rule.family_alpha,
                fail_below=one.failing if one else rule.family_alpha,
                retest_below=one.retest if one else None,
            )
            for family in families(planned)
            for one in [family[0].citation]
        ),
        false_alarms=FalseAlarmsExpected(**asdict(false_alarms(planned, rule))),
    )


@dataclass
class _Facts:
    """What the records say that no check of a sample sees."""

    stages: dict[str, tuple[str, Reasons]]
    sources: dict[str, set[Source]]
    unknown_inputs: dict[str, int]
    reads: dict[str, list[int]]
    gaps: int
    replayed: bool = False
    under_way: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    doubted: dict[tuple[str, int], Reasons] = field(default_factory=dict)
    unsettled: list[Reason] = field(default_factory=list)

    @classmethod
    def of(cls, folder: RunFolder) -> _Facts:
        facts = cls({}, {}, {}, {}, 0)
        for record in folder.records():
            facts._take(record.body)
        facts._leave_in_doubt()
        facts.broken |= facts.under_way & facts.stages.keys()
        return facts

    def _take(self, body: Body) -> None:
        match body:
            case StartBody():
                self.replayed = RunSummary(start=body).replayed
            case StageStartedBody(stage=stage):
                self._begin(stage)
            case StageFinishedBody(stage=stage, status=status, reasons=reasons):
                self._finish(stage, status, reasons)
            case ResumedBody(planned=planned):
                self.under_way.clear()
                self.gaps += not planned
                self._leave_in_doubt()
            case ObservedBody(stage=stage, first=first, units=units):
                self.doubted.pop((stage, first), None)
                self.sources.setdefault(stage, set()).add(body.source)
                if body.input_known is InputKnown.UNKNOWN:
                    self.unknown_inputs[stage] = self.unknown_inputs.get(stage, 0) + units
            case ReadBody(stage=stage, unit=unit, purpose=purpose, errors=errors):
                self.doubted.pop((stage, unit), None)
                if purpose is Purpose.AGREEMENT:
                    self.reads.setdefault(stage, []).append(errors)
            case RejectedBody(stage=stage, unit=unit, reasons=why):
                self.doubted[stage, unit] = why
            case _:
                pass

    def _leave_in_doubt(self) -> None:
        """Keep what was read with doubt and never read again: what comes after a break is another unit."""
        self.unsettled += [
            Course.READ_UNSETTLED(stage=stage, unit=unit + 1, why=why)
            for (stage, unit), why in self.doubted.items()
        ]
        self.doubted.clear()

    def _begin(self, stage: str) -> None:
        """Note where a stage begins twice without an interruption in between."""
        if stage in self.under_way:
            self.broken.add(stage)
        self.under_way.add(stage)

    def _finish(self, stage: str, status: str, reasons: Reasons) -> None:
        """Keep the worst that a stage came to over all sessions."""
        if stage not in self.under_way:
            self.broken.add(stage)
        self.under_way.discard(stage)
        rank = {"done": 0, Result.NOT_APPLICABLE.value: 0, "doubtful": 1, "failed": 2}
        if stage not in self.stages or rank[status] > rank[self.stages[stage][0]]:
            self.stages[stage] = (status, reasons)

    def failures(self) -> list[Decision]:
        """Return what fails a device whatever its samples show."""
        found = [
            Decision(
                stage_decision(name),
                "counting",
                Outcome.FAIL,
                None,
                None,
                Course.STAGE_FAILED(stage=name, result=reasons),
            )
            for name, (status, reasons) in self.stages.items()
            if status == "failed"
        ]
        for name, errors in self.reads.items():
            wrong = sum(1 for error in errors if error)
            if wrong:
                reason = Course.READS_DISAGREE(stage=name, wrong=wrong, made=len(errors))
                found.append(Decision(reads_decision(name), "counting", Outcome.FAIL, None, None, reason))
        return found

    def carried_out(self, frozen: FrozenPlan) -> list[Decision]:
        """Return what people found to be as it should be; what is missing or doubtful is a caveat.

        Of trials that do not apply to the device nothing is decided: the stage and its sentence say why.
        """
        done = {name: reasons for name, (status, reasons) in self.stages.items() if status == "done"}
        return [
            Decision(
                stage_decision(stage.name),
                "counting",
                Outcome.PASS,
                None,
                None,
                Course.STAGE_DONE(stage=stage.name, result=done[stage.name]),
            )
            for stage in frozen.plan.trials
            if stage.name in done and getattr(stage, "role", "required") == "required"
        ]

    def caveats(self, frozen: FrozenPlan) -> list[Reason]:
        """Return why the evidence does not carry a pass."""
        plan = frozen.plan
        found = [Course.REPLAYED()] * self.replayed
        found += [
            Course.STAGE_DOUBTFUL(stage=name, result=reasons)
            for name, (status, reasons) in self.stages.items()
            if status == "doubtful"
        ]
        found += self._unfinished(frozen)
        found += self._nothing(frozen)
        found += [Course.STAGE_UNRECORDED(stage=name) for name in sorted(self.broken)]
        found += [
            Course.INPUT_UNPROVEN(stage=name, units=count) for name, count in self.unknown_inputs.items()
        ]
        found += self.unsettled
        for stage in plan.acquisitions:
            # Reads that an unfinished stage lacks say nothing that its being unfinished does not.
            if stage.name in self.stages:
                found += self._trust(stage)
        return found + self._interruptions(frozen)

    def _nothing(self, frozen: FrozenPlan) -> list[Reason]:
        """Return so where everything that the plan requires was found not to apply."""
        idle = {name for name, (status, _) in self.stages.items() if status == Result.NOT_APPLICABLE.value}
        required = [one.name for one in frozen.plan.trials if getattr(one, "role", "required") == "required"]
        if frozen.plan.checks or not idle or not idle.issuperset(required):
            return []
        return [Course.NOTHING_APPLIES()]

    def _unfinished(self, frozen: FrozenPlan) -> list[Reason]:
        return [
            Course.STAGE_UNFINISHED(stage=stage.name)
            for stage in frozen.plan.stages
            if stage.name not in self.stages
        ]

    def _interruptions(self, frozen: FrozenPlan) -> list[Reason]:
        allowed = frozen.plan.interruptions_allowed
        if self.gaps <= allowed:
            return []
        return [Course.INTERRUPTIONS(interruptions=self.gaps, allowed=allowed)]

    def _trust(self, stage: Acquire) -> list[Reason]:
        sources = self.sources.get(stage.name, set())
        if stage.observes not in CARD_KINDS or all(source.independent for source in sources):
            return []
        made = len(self.reads.get(stage.name, []))
        if stage.independent_reads == 0:
            return [Course.READS_UNDECLARED(stage=stage.name)]
        if made < stage.independent_reads:
            return [Course.READS_MISSING(stage=stage.name, made=made, declared=stage.independent_reads)]
        return []
