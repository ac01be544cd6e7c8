"""Drafts of the example dossier that a test weakens, and everything by which it can be weakened."""

import datetime as dt
from dataclasses import replace

from labharness.assessment.dossier import Dossier, Group
from labharness.evidence.records.course import ResumedBody
from labharness.filings.entries.events import Component, Product
from labharness.filings.entries.review import Deficiency, ErrorCondition, SecurityFinding
from labharness.filings.entries.snapshot import AuthenticatedComponent, Authentication, Change
from labharness.model.device import SimulationSign
from labharness.model.reasons.conclusion import Dossiers
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Ending, Outcome, Verdict
from labharness.model.stages import Result
from labharness.reason import quoted
from tests.support.dossiers import (
    OLD_SOFTWARE,
    TRIALS,
    attached,
    example_entries,
    former_report,
    group,
    groups,
    invalidation,
    submission_of,
    with_findings,
    with_summary,
)
from tests.support.run_factory import DECISIONS, SOFTWARE, worded

PASS, FAIL, INCONCLUSIVE = Outcome.PASS, Outcome.FAIL, Outcome.INCONCLUSIVE


class Draft:
    """A dossier that can be weakened: runs in their groups, entries, and how the groups are settled."""

    def __init__(self, runs):
        self.groups = [[runs["failed"]], [runs["passed"]], [runs["second"]]]
        self.settled = [each.settlement for each in groups(runs)]
        self.spare = runs["stopped"]
        self.entries = list(example_entries())
        self.lost, self.faults, self.stale = [], [], False
        self.aside, self.later = [], []

    def dossier(self):
        result = []
        for runs, settled in zip(self.groups, self.settled, strict=True):
            if runs:
                stale = self.stale and settled is not None
                result.append(Group(tuple(runs), settled) if stale else group(*runs, aside=self.aside))
        submission = submission_of(self.entries)
        submission = replace(submission, changes=(*submission.changes, *map(self._change, self.later)))
        return Dossier(
            submission,
            tuple(result),
            lost=tuple(self.lost),
            faults=tuple(self.faults),
            baseline=former_report(),
        )

    @staticmethod
    def _change(text):
        kind, entry, before, after = text
        return Change(
            number=900, utc="2026-09-20T10:00:00Z", who="engineer-a", what="put", submission="sub-2026-017", kind=kind,
            entry=entry, before=before, after=after, why="Corrected.", previous="", hash="",
        )  # fmt: skip

    def change(self, kind, id_, **fields):
        for at, entry in enumerate(self.entries):
            if (entry.kind, entry.id) == (kind, id_):
                self.entries[at] = entry.model_copy(update=fields)

    def drop(self, kind, id_):
        self.entries = [entry for entry in self.entries if (entry.kind, entry.id) != (kind, id_)]

    def run(self, place, **fields):
        """Change what the record of one of the runs of the submitted software says."""
        for at, run in enumerate(self.groups[place]):
            self.groups[place][at] = with_summary(run, **fields)


def verdict_of(outcome):
    return Verdict(outcome, (worded("It is so."),), (*TRIALS, *DECISIONS))


def unverified(draft, place):
    for at, run in enumerate(draft.groups[place]):
        broken = replace(run.verification, problems=(Evidence.LINE_HASH(line=3),))
        draft.groups[place][at] = replace(run, verification=broken)


def dropped(draft, place):
    draft.lost += [Dossiers.RUN_MISSING(run=run.run) for run in draft.groups[place]]
    draft.groups[place] = []


def named_otherwise(draft, place):
    for run in draft.groups[place][:1]:
        draft.run(place, identity=replace(run.summary.identity, serial="SN-ELSE"))


def abandoned(draft, place):
    if draft.groups[place] and draft.spare.run not in {entry.run for each in draft.groups for entry in each}:
        run = draft.spare
        of = draft.groups[place][0].summary
        draft.groups[place].insert(0, with_summary(run, identity=of.identity, software=of.software))
    else:
        draft.lost.append(Dossiers.RUN_MISSING(run="abandoned"))


GAP = ResumedBody(after_seq=1, gap_s=9.0, orphan_frames={}, planned=False)
OTHER = replace(SOFTWARE[0], version="2.4.2", digest="ba" * 32)
EVIDENCE = {
    "inconclusive": lambda d, at: d.run(at, verdict=verdict_of(INCONCLUSIVE)),
    "failed": lambda d, at: d.run(at, verdict=verdict_of(FAIL)),
    "interrupted": lambda d, at: d.run(at, ending=None),
    "stopped": lambda d, at: d.run(at, ending=Ending.STOPPED_BY_OPERATOR),
    "no verdict": lambda d, at: d.run(at, verdict=None),
    "unverified": unverified,
    "an old run unverified": lambda d, _: unverified(d, 0),
    "dropped": dropped,
    "an old run dropped": lambda d, _: dropped(d, 0),
    "abandoned before": abandoned,
    "another serial": named_otherwise,
    "no identity": lambda d, at: d.run(at, identity=None),
    "software not on record": lambda d, at: d.run(at, software=[(OTHER, SOFTWARE[1])]),
    "software changed within a run": lambda d, at: d.run(at, software=[SOFTWARE, OLD_SOFTWARE]),
    "only old software": lambda d, at: d.run(at, software=[OLD_SOFTWARE]),
    "simulated": lambda d, at: d.run(at, simulation={SimulationSign.HARDWARE: "simulator"}),
    "lost run": lambda d, _: d.lost.append(Dossiers.RUN_MISSING(run="run-9")),
    "fault": lambda d, _: d.faults.append(quoted("run-8 cannot be read.")),
    "excluded without a file": lambda d, at: d.change("exclusion", f"x{at}", files=()),
    "excluded by choice": lambda d, at: d.change("exclusion", f"x{at}", reason="By choice."),
    "excluded by no source": lambda d, at: d.change("exclusion", f"x{at}", source=""),
    "not excluded": lambda d, at: d.drop("exclusion", f"x{at}"),
    "not tested by others": lambda d, _: d.drop("external", "other-state"),
    "deficiency reopened": lambda d, _: d.change("deficiency", "d1", status="open"),
    "no cure": lambda d, _: d.change("deficiency", "d1", cure=()),
    "cure not tested": lambda d, _: d.change("deficiency", "d1", cure=("app-241", "app-240")),
    "no retest": lambda d, _: d.change("deficiency", "d1", retests=()),
    "retest is not there": lambda d, _: d.change("deficiency", "d1", retests=("nowhere",)),
    "another run failed": lambda d, _: d.change("deficiency", "d1", runs=("second-2.4.1",)),
    "newer software": lambda d, _: d.entries.append(component("2.4.2", "cd" * 32)),
    "software replaced": lambda d, _: d.change("component", "app-241", submitted=False),
    "software of another hash": lambda d, _: d.change("component", "app-241", digest="ef" * 32),
    "old software asked for": lambda d, _: d.change("component", "app-240", submitted=True),
    "old software relabeled": lambda d, _: d.entries.append(component("2.4.3", OLD_SOFTWARE[0].digest)),
    "unit changed": lambda d, at: d.change("unit", f"unit-{at}", serial="SN-OTHER"),
    "unit removed": lambda d, at: d.drop("unit", f"unit-{at}"),
    "unit not tested": lambda d, _: d.change("unit", "unit-3", use="tested"),
    "model changed": lambda d, _: d.change("product", "shuffler-52", model="Shuffler 53"),
    "product not tested": lambda d, _: d.entries.append(
        Product(id="twin", manufacturer="Example Gaming", model="Twin", device_class="batch_shuffler")
    ),
    "game not tested": lambda d, _: d.change("filing", "sub-2026-017", games=("blackjack-633a", "baccarat-545")),
}  # fmt: skip
"""What takes evidence away: no PASS is left."""
FORMAL = {
    "deviation": lambda d, at: d.run(at, deviations=[(quoted("The lid was open."),)]),
    "interruption": lambda d, at: d.run(at, gaps=[GAP]),
    "replayed": lambda d, at: d.run(
        at, replayed=True, start=d.spare.start.model_copy(update={"device": "capture://run"})
    ),
    "software not named": lambda d, at: d.run(at, software=[]),
    "document missing": lambda d, _: d.drop("document", "doc-source-code"),
    "document declared missing": lambda d, _: d.change("document", "doc-source-code", status="missing"),
    "no certification": lambda d, _: d.drop("certification", "identity"),
    "not waived": lambda d, _: d.drop("waiver", "w1"),
    "waived without a file": lambda d, _: d.change("waiver", "w1", files=()),
    "waived with an empty file": lambda d, _: d.change("waiver", "w1", files=(attached("empty.txt", b""),)),
    "waived for no reason": lambda d, _: d.change("waiver", "w1", reason="None."),
    "waived by no source": lambda d, _: d.change("waiver", "not-information-leak", source="n/a"),
    "confirmed for no reason": lambda d, _: d.change("confirmation", "c1", reason="By choice."),
    "not applicable for no reason": lambda d, _: d.change("document", "doc-source-code", status="not applicable", remark="–"),
    "not confirmed": lambda d, _: d.drop("confirmation", "c1"),
    "confirmed something else": lambda d, _: d.change("confirmation", "c1", clause="58 Pa. Code § 461a.4"),
    "deficiency": lambda d, _: d.entries.append(
        Deficiency(id="d2", opened=dt.date(2026, 9, 9), found="A lid.", clause="58 Pa. Code § 461a.4(a)")
    ),
    "vulnerability": lambda d, _: d.entries.append(
        SecurityFinding(id="s2", title="Port", assessment="Open.", status="open", checked=dt.date(2026, 9, 9))
    ),
    "only the device's own hash": lambda d, _: d.change("component", "app-241", taken_over=True),
    "rebuilt otherwise": lambda d, _: d.change("component", "app-241", rebuilt="yes, different"),
    "not complete": lambda d, _: d.change("filing", "sub-2026-017", complete=None),
    "nobody on record": lambda d, _: d.drop("person", "authorizer-c"),
    "names no product": lambda d, _: d.change("option", "mode", product="nowhere"),
    "void run not there": lambda d, _: d.entries.append(invalidation(d.spare)),
    "void run counts": lambda d, at: d.entries.extend(map(invalidation, d.groups[at])),
    "no error list": lambda d, _: (d.drop("error", "e1"), d.drop("error", "e2")),
    "errors not exercised": lambda d, _: d.drop("waiver", "not-error-exercise"),
    "leak not looked at": lambda d, _: d.drop("waiver", "not-information-leak"),
    "not searched": lambda d, _: d.drop("security", "boot-search"),
    "no equipment": lambda d, _: (d.drop("equipment", "camera"), d.drop("equipment", "bench")),
    "calibration overdue": lambda d, _: d.change("equipment", "camera", due=dt.date(2026, 9, 1)),
    "not computed": lambda d, _: d.drop("waiver", "not-detectable-defects"),
    "other software in a unit": lambda d, _: d.entries.append(differing()),
    "no conditions": lambda d, _: d.change("recommendation", "r1", conditions=()),
    "unknown disposition": lambda d, _: d.change("recommendation", "r1", disposition="accept-it"),
}  # fmt: skip
"""What leaves the evidence as it is and forbids an approval all the same."""


def component(version, digest):
    return Component(
        id=f"app-{version.replace('.', '')}", product="shuffler-52", name="application", version=version,
        medium="flash U7", algorithm="sha256", digest=digest, obtained="received", taken_over=False, rebuilt="no",
    )  # fmt: skip


def differing(result="mismatch"):
    """Return an authentication of the first unit."""
    part = next(entry for entry in example_entries() if entry.id == "app-241")
    compared = AuthenticatedComponent(
        component=part.id, name="application 2.4.1", filed=f"sha256: {part.digest.upper()}", source="device",
        algorithm="HMAC-SHA-1", expected="AA" * 20, obtained="AA" * 20 if result == "match" else "BB" * 20, result=result,
    )  # fmt: skip
    return Authentication(
        id="authentication-1", unit="unit-1", by="engineer-a", date=dt.date(2026, 9, 3), time="2026-09-03T10:00:00+00:00",
        url="serial:///dev/ttyUSB0", protocol="GAT 3.50", seed="12" * 20, results=(compared,),
    )  # fmt: skip


def found(draft, place, stage, result, item=""):
    """Let the record of runs give one trial or item of a stage another result."""
    comment = "It has no such part." if result is Result.NOT_APPLICABLE else ""
    for at, run in enumerate(draft.groups[place]):
        kept = list(run.findings.get(stage, ()))
        which = next((n for n, each in enumerate(kept) if item in ("", each.item)), 0)
        kept[which : which + 1] = [
            replace(each, result=result, comment=comment) for each in kept[which : which + 1]
        ]
        draft.groups[place][at] = with_findings(run, **{stage: kept})
    if result is Result.NOT_AS_EXPECTED:
        failed(draft, place, stage)


def failed(draft, place, stage):
    """Let runs be judged as having failed a procedure or an inspection."""
    fallen = [replace(each, outcome=FAIL) if each.check_id == f"stage-{stage}" else each for each in TRIALS]
    verdict = Verdict(FAIL, (worded("It is so."),), (*fallen, *DECISIONS))
    for at, run in enumerate(draft.groups[place]):
        stages = run.summary.stages | {stage: replace(run.summary.stages[stage], status="failed")}
        draft.groups[place][at] = with_summary(run, verdict=verdict, stages=stages)


def set_aside(draft, place, *, named=True):
    """Stop a run before the others of a group, and have it set aside by an invalidation, or without one."""
    abandoned(draft, place)
    if draft.groups[place] and draft.groups[place][0].run == draft.spare.run:
        draft.aside.append(draft.spare.run)
        if named:
            draft.entries.append(invalidation(draft.groups[place][0]))


def again(draft, place):
    """Add a second complete run of a group."""
    if draft.groups[place] and len(draft.groups[place]) == 1:
        draft.groups[place].append(with_summary(draft.groups[place][0], run=f"again-{place}"))


VARIANTS = {
    "set aside": set_aside,
    "set aside by nobody": lambda d, at: set_aside(d, at, named=False),
    "a second run": again,
    "an item deviates": lambda d, at: found(d, at, "chapter", Result.NOT_AS_EXPECTED, "secure-storage"),
    "an item does not apply": lambda d, at: found(d, at, "chapter", Result.NOT_APPLICABLE, "secure-storage"),
    "an item was left out": lambda d, at: found(d, at, "chapter", Result.LEFT_OUT, "alternating-batches"),
    "a trial deviates": lambda d, at: found(d, at, "jam", Result.NOT_AS_EXPECTED),
    "deficiency cured twice": lambda d, _: d.entries.append(
        Deficiency(id="d3", opened=dt.date(2026, 8, 21), found="The same.", clause="58 Pa. Code § 633a.5(a)", runs=("first-2.4.0",), cure=("app-241",), retests=("third-2.4.1",), status="closed", response="Version 2.4.1.", answered=dt.date(2026, 9, 1))
    ),
    "error of an inspection": lambda d, _: d.entries.append(
        ErrorCondition(id="e3", product="shuffler-52", code="E3", condition="Stock open", action="Close it.", stages=("chapter",), items=("secure-storage",))
    ),
    "error of a shared stage": lambda d, _: d.entries.append(
        ErrorCondition(id="e4", product="shuffler-52", code="E4", condition="Jam below", action="Clear it.", stages=("jam",))
    ),
    "errors of any stage": lambda d, _: d.change("error", "e2", stages=("jam", "chapter")),
    "unit removed later": lambda d, _: d.later.append(("unit", "unit-9", {"serial": "SN-9"}, None)),
    "serial changed later": lambda d, _: d.later.append(("unit", "unit-1", {"serial": "SN-8"}, {"serial": "SN-000461"})),
    "something newer": lambda d, _: d.later.append(("option", "mode", {"tested": "sort"}, {"tested": "shuffle"})),
    "the device lost": lambda d, at: d.run(at, ending=Ending.DEVICE_LOST),
}  # fmt: skip
"""What changes the statements, whether or not it changes the verdict."""
ALL = EVIDENCE | FORMAL
