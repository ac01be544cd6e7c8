"""An example submission with everything that the register knows, and dossiers of it, for tests of reports.

``dossier(runs)`` is one that passes and may be recommended; every test takes away or adds what it is about.
"""

import datetime as dt
import hashlib
import io
import itertools
from collections.abc import Iterable
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from unittest import mock

from PIL import Image, ImageDraw

from labharness.assessment.dossier import Dossier, Group
from labharness.assessment.runs.subject import Subject
from labharness.evidence.folder import attach
from labharness.evidence.history.run import Findings
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.course import StartBody
from labharness.filings.entries.checklist import read_checklist
from labharness.filings.entries.entry import Attached, Laboratory, Person, Role
from labharness.filings.entries.events import Board, Component, Equipment, Option, Product, Unit
from labharness.filings.entries.filing import Contact, Filing, OmittedTest, SubmissionKind, SubmitterKind
from labharness.filings.entries.review import (
    Certification,
    Confirmation,
    Deficiency,
    Document,
    ErrorCondition,
    Exclusion,
    ExternalResult,
    Invalidation,
    Opinion,
    Recommendation,
    SecurityFinding,
    Waiver,
)
from labharness.filings.entries.snapshot import Change, FormerDeficiency, FormerItem, FormerReport, Submission
from labharness.filings.store.chain import GENESIS, digest
from labharness.model.device import SoftwareComponent
from labharness.model.reasons.conclusion import Settled
from labharness.model.reasons.run import Attempts, of_runs
from labharness.model.results import Decision, Ending, Outcome, Verdict
from labharness.model.settlement import SET_ASIDE, Settlement, Tried
from labharness.reporting.build import build_dossier
from labharness.reporting.layout import read_layout
from tests.support.run_factory import (
    APPLICATION,
    DECISIONS,
    IDENTITY,
    PLAN,
    SOFTWARE,
    failing,
    worded,
    write_run,
)
from tests.support.shown import shown

CODE = "58 Pa. Code § "
OLD_APPLICATION = hashlib.sha256(b"application 2.4.0").hexdigest()
OLD_SOFTWARE = (SoftwareComponent("application", "2.4.0", "sha256", OLD_APPLICATION), SOFTWARE[1])
FIRST, SECOND = IDENTITY, replace(IDENTITY, serial="SN-000462")
SEAL = b"photograph of the seal"

# The run factory's plan, with checks that answer the chapter's own clauses and with what people do and look at.
STAGES = """
[[stages]]
kind = "procedure"
name = "jam"
action = "jam"
instruction = "Jam the device with a folded card."
sign = "alarm"
expects = "It shows a jam and stops."
restore = "Clear the jam."
trials = 20
cites = "jam-reshuffle"
[[stages]]
kind = "inspect"
name = "chapter"
[[stages.items]]
id = "alternating-batches"
text = "Each batch is used every other shoe."
citation = "58 Pa. Code § 633a.3(b)(4)"
photograph = true
[[stages.items]]
id = "secure-storage"
text = "A stored batch is kept securely."
citation = "58 Pa. Code § 633a.5(g)(2)"
[[checks]]
"""
CITATIONS = """[[citations]]
id = "jam-reshuffle"
clause = "58 Pa. Code § 633a.14(l)"
text = "After a jam, a stop or an incomplete cycle the cards are reshuffled."
status = "seen"
[[citations]]
id = "intermixed"
clause = "58 Pa. Code § 633a.5(a)"
text = "A shuffle leaves the cards randomly intermixed."
status = "seen"
[[citations]]
id = "whole-decks"
clause = "58 Pa. Code § 633a.3(a), (b)(1)"
text = "The device holds whole decks and keeps every card of them."
status = "seen"
[[stages]]
"""
DOSSIER_PLAN = (
    PLAN.replace("[[stages]]\n", CITATIONS, 1)
    .replace("[[checks]]\n", STAGES.lstrip("\n"), 1)
    .replace('check = "rising_sequences"\nstage = "shuffles"', 'check = "rising_sequences"\nstage = "shuffles"\ncites = "intermixed"')
    .replace('stage = "shuffles"\ncites = "counts"', 'stage = "shuffles"\ncites = "whole-decks"')
    .replace('[[citations]]\nid = "counts"\nclause = "58 Pa. Code § 633a.5(h)"\ntext = "The device counts the cards."\nstatus = "seen"\n', "")
)  # fmt: skip
TRIALS = (
    Decision("stage-jam", "procedure", Outcome.PASS, None, None, worded("20 trials as expected.")),
    Decision("stage-chapter", "inspection", Outcome.PASS, None, None, worded("Everything is as expected.")),
)


def picture(text="SN-000461", size=(640, 400), form="PNG", color=(70, 92, 120)):
    """Return a small picture of a box with a label, as a file."""
    image = Image.new("RGB", size, (214, 218, 222))
    pen = ImageDraw.Draw(image)
    pen.rectangle((size[0] // 6, size[1] // 4, size[0] * 5 // 6, size[1] * 3 // 4), fill=color)
    pen.text((size[0] // 5, size[1] // 3), text, fill=(255, 255, 255))
    out = io.BytesIO()
    image.save(out, form)
    return out.getvalue()


PHOTOGRAPHS = {
    "front.png": (picture(), "Front, with the label"),
    "inside.png": (picture("board A1", color=(40, 90, 60)), "Main board, cover removed"),
    "second.jpg": (picture("SN-000462", form="JPEG"), "Front of the second unit"),
}
LETTER = b"%PDF-1.4 request"


def attached(name, content, caption=""):
    """Return what an entry says of a file."""
    return Attached(name=name, sha256=hashlib.sha256(content).hexdigest(), size=len(content), caption=caption)


GROUNDS = (attached("letter.pdf", LETTER),)
"""What is attached to every decision that lifts something."""


def files():
    """Return the photographs by hash, as a dossier holds them."""
    return {hashlib.sha256(content).hexdigest(): content for content, _ in PHOTOGRAPHS.values()}


def example_entries():
    """Return every kind of entry; nothing is missing and nothing is open."""
    shown = {name: attached(name, *each) for name, each in PHOTOGRAPHS.items()}
    day = dt.date
    return [
        Laboratory(id="laboratory", name="Example Gaming Laboratory", address="1 Test Street, Harrisburg, Pennsylvania"),
        Person(id="engineer-a", name="Engineer A", title="Test engineer", roles=(Role.ENGINEER,)),
        Person(id="reviewer-b", name="Reviewer B", title="Statistician", roles=(Role.REVIEWER,)),
        Person(id="authorizer-c", name="Authorizer C", title="Laboratory director", roles=(Role.AUTHORIZER,)),
        Person(id="keeper-d", name="Administrator D", roles=(Role.ADMINISTRATOR,)),
        Filing(
            id="sub-2026-017",
            reference="BGLO 2026-017",
            type=SubmissionKind.MODIFICATION,
            title="Shuffler 52, application 2.4.1",
            submitter="Example Gaming, Inc.",
            submitter_kind=SubmitterKind.MANUFACTURER,
            license="F-1001-1",
            contacts=(Contact(name="Compliance desk", role="compliance", email="compliance@example.com", telephone="+1 717 555 0100"),),
            received=day(2026, 8, 3),
            complete=day(2026, 8, 17),
            places=("the laboratory", "the submitter's site, for the rebuild of the software"),
            games=("blackjack-633a",),
            distribution=("Executive Director", "Bureau of Casino Compliance", "Example Gaming, Inc."),
            baseline="sub-2025-044-r1",
            omitted=(OmittedTest(test="electrostatic discharge", reason="Neither boards nor housing were changed since the baseline."),),
            remarks="Delivered by carrier, seals whole.",
        ),
        Product(id="shuffler-52", manufacturer="Example Gaming", model="Shuffler 52", device_class="batch_shuffler",
                description="Shuffles one batch on a shelf carousel while the other is in play."),
        Unit(id="unit-1", product="shuffler-52", serial="SN-000461", received=day(2026, 8, 3), condition="New, transport seals whole.",
             boards=(Board(name="main board", revision="A1", serial="MB-77"), Board(name="sensor board", revision="C")),
             photographs=(shown["front.png"], shown["inside.png"])),
        Unit(id="unit-2", product="shuffler-52", serial="SN-000462", received=day(2026, 8, 10), condition="New, one scratch on the lid.",
             boards=(Board(name="main board", revision="A1", serial="MB-78"),), photographs=(shown["second.jpg"],)),
        Unit(id="unit-3", product="shuffler-52", serial="SN-000463", received=day(2026, 8, 10), condition="New.",
             use="reserve", reason="Kept sealed, so that a field problem can be reproduced."),
        Component(id="app-240", product="shuffler-52", name="application", version="2.4.0", medium="flash U7", algorithm="sha256",
                  digest=OLD_APPLICATION, obtained="read from the removed flash with a programmer", taken_over=False, rebuilt="yes, equal", submitted=False),
        Component(id="app-241", product="shuffler-52", name="application", version="2.4.1", medium="flash U7", algorithm="sha256",
                  digest=APPLICATION, obtained="read from the removed flash with a programmer", taken_over=False, rebuilt="yes, equal"),
        Component(id="boot-10", product="shuffler-52", name="boot loader", version="1.0", medium="flash U7", algorithm="sha256",
                  digest=SOFTWARE[1].digest, obtained="read from the removed flash with a programmer", taken_over=False, rebuilt="no",
                  rebuilt_remark="Its source was not compiled again; it is the one of the baseline."),
        Option(id="decks", product="shuffler-52", name="decks", choices="1 or 2", tested="1"),
        Option(id="mode", product="shuffler-52", name="mode", choices="shuffle, sort", tested="shuffle"),
        Equipment(id="camera", name="Overhead camera", identification="CAM-3", calibrated=day(2026, 7, 1), due=day(2027, 7, 1)),
        Equipment(id="bench", name="Test computer", identification="bench-2", remark="Not a measuring instrument."),
        *_documents(),
        Certification(id="identity", name="Engineer in charge", title="Chief engineer", date=day(2026, 8, 1),
                      statement="The prototype and the devices of production are identical in all mechanical, electrical, electronic and other respects.",
                      files=(attached("certification.pdf", LETTER),)),
        ErrorCondition(id="e1", product="shuffler-52", code="E1", condition="Jam in the carousel", action="Remove the card, close the lid, shuffle again.", stages=("jam",)),
        ErrorCondition(id="e2", product="shuffler-52", code="E2", condition="Fan blocked", action="Clean the fan."),
        ExternalResult(id="other-state", provider="Other State Laboratory", authority="Other State Gaming Commission", subject="Shuffler 52",
                       number="OS-2026-9", date=day(2026, 5, 5), finding="The device can be covered and signed as out of order.",
                       clauses=(CODE + "633a.14(m)",), files=(attached("os-2026-9.pdf", b"%PDF-1.4 other"),)),
        Deficiency(id="d1", opened=day(2026, 8, 20), found="Version 2.4.0 leaves low cards on top and lost cards in 60 of 2,000 shuffles.",
                   clause=CODE + "633a.5(a)", runs=("first-2.4.0",), response="The carousel did not turn at full load; version 2.4.1 waits for it.",
                   answered=dt.date(2026, 9, 1), cure=("app-241",), retests=("second-2.4.1",), status="closed"),
        SecurityFinding(id="s1", title="Exposed update port", reference="CVE-2025-34500", component="application",
                        assessment="The vulnerability is one of another maker's product; the port of this one is sealed.", status="not affected", checked=day(2026, 8, 25)),
        SecurityFinding(id="boot-search", title="Published vulnerabilities of the boot loader were looked up", component="boot loader",
                        assessment="None is known for version 1.0.", status="not affected", checked=day(2026, 8, 25)),
        Opinion(id="o1", by="reviewer-b", date=day(2026, 9, 10), text="The cure addresses the cause; we would expect it to hold in use."),
        Confirmation(id="c1", clause=CODE + "461a.4(d)", by="authorizer-c", date=day(2026, 9, 12), source="Pennsylvania Code, official edition",
                     reason="Read against the text of the official edition."),
        Waiver(id="w1", item="compiler", by="authorizer-c", date=day(2026, 9, 12), source="letter of August 10, 2026",
               reason="The laboratory already holds this compiler.", files=GROUNDS),
        *(
            Waiver(id=f"not-{matter}", item=matter, by="authorizer-c", date=day(2026, 9, 12), source="file of the baseline", reason=reason, files=GROUNDS)
            for matter, reason in (
                ("error-exercise", "The fan is that of the baseline, whose report covers it."),
                ("information-leak", "Displays and ports are those of the baseline, whose report covers them."),
                ("detectable-defects", "The plan is that of the baseline, whose report holds its table."),
            )
        ),
        *(
            Exclusion(id=f"x{place}", clause=CODE + clause, by="authorizer-c", date=day(2026, 9, 12),
                      source="the submitter's letter, second paragraph",
                      reason="The unit is submitted for one batch; two batches are not offered.", files=GROUNDS)
            for place, clause in enumerate(("633a.5(a), § 633a.7(a)", "633a.3(b)(3)", "633a.3(b)(1), (2)", "633a.5(g)(2)"), 1)
        ),
        Recommendation(id="r1", disposition="approve-with-conditions", by="authorizer-c", date=day(2026, 9, 15),
                       conditions=("Only application 2.4.1 with boot loader 1.0 is used.", "The lid seal is inspected at each change of cards."),
                       grounds="Every clause that binds the device was met in the runs of the submitted version."),
    ]  # fmt: skip


def _documents() -> Iterable[Document]:
    """Answer every item of the checklist that a modification has to answer, but the one that is waived."""
    for item in read_checklist().items:
        if item.id in ("compiler", "certification") or (item.types and "modification" not in item.types):
            continue
        received = {"status": "received", "title": f"{item.id}, version 1", "received": dt.date(2026, 8, 17)}
        received["files"] = (attached(f"{item.id}.pdf", LETTER + item.id.encode()),)
        idle = {"status": "not applicable", "title": item.title, "remark": "Not part of this modification."}
        yield Document(id=f"doc-{item.id}", item=item.id, **received if item.required else idle)


def submission_of(entries):
    """Return a submission whose audit chain is that of writing its entries, the recommendations after all others."""
    entries, changes, head = tuple(entries), [], GENESIS
    for number, entry in enumerate(sorted(entries, key=lambda each: each.kind == Recommendation.kind), 1):
        fields = {
            "number": number,
            "utc": f"2026-09-15T10:{number // 60:02}:{number % 60:02}.000000Z",
            "who": "engineer-a",
            "what": "put",
            "submission": "" if entry.kind in ("laboratory", "person") else "sub-2026-017",
            "kind": entry.kind,
            "entry": entry.id,
            "before": None,
            "after": entry.model_dump(mode="json"),
            "why": "First writing.",
            "previous": head,
        }
        changes.append(Change(**fields, hash=digest(fields)))
        head = changes[-1].hash
    return Submission(entries, tuple(changes), head)


def example_submission(*added, without=(), **filing):
    """Return the example submission.

    Parameters
    ----------
    added
        Further entries; one with the kind and id of an entry of the example replaces it.
    without
        Kinds (``"recommendation"``), or kinds with an id (``"document/security"``), that are left out.
    filing
        Fields of the filing that are otherwise.
    """
    new = {(each.kind, each.id): each for each in added}
    result = []
    for entry in example_entries():
        if entry.kind in without or f"{entry.kind}/{entry.id}" in without:
            continue
        if isinstance(entry, Filing) and filing:
            entry = Filing.model_validate(entry.model_dump() | filing)  # noqa: PLW2901
        result.append(new.pop((entry.kind, entry.id), entry))
    return submission_of([*result, *new.values()])


@contextmanager
def fixed_clock(day="2026-09-03"):
    """Let records of runs be written at fixed times, so that hashes are the same in every session."""
    ticks, stamps = itertools.count(1), itertools.count()
    start = dt.datetime.fromisoformat(f"{day}T09:00:00+00:00")

    def utc():
        later = start + dt.timedelta(seconds=7 * next(stamps))
        return later.isoformat(timespec="microseconds").replace("+00:00", "Z")

    clock = SimpleNamespace(monotonic_ns=lambda: 1_000_000 * next(ticks))
    with (
        mock.patch("labharness.evidence.folder.utc_now", utc),
        mock.patch("labharness.evidence.folder.time", clock),
        mock.patch("labharness.evidence.writer.time", clock),
    ):
        yield


def stage(name, kind, status="done", sentence="Everything is as expected."):
    """Return the records of the beginning and of the end of a stage."""
    begun = {"stage": name, "kind": kind, "session": 1, "units": 0, "done": 0}
    over = {"stage": name, "session": 1, "status": status, "reasons": [sentence]}
    return [(RecordType.STAGE_STARTED, begun), (RecordType.STAGE_FINISHED, over)]


def asked(number, who):
    """Return the records of a prompt and its answer."""
    prompt = {"prompt": number, "action": "procedure", "asks": ["Do it."], "data": {}, "timeout_s": 60}
    return [(RecordType.PROMPT, prompt), (RecordType.ANSWER, {"prompt": number, "who": who, "answer": "yes"})]


def finding(stage, item, result="as expected", reaction="", comment="", attachment=None):
    """Return the record of a trial or an item."""
    body = {"stage": stage, "item": item, "result": result, "reaction": [reaction] if reaction else []}
    return RecordType.FINDING, {**body, "comment": comment, "attachment": attachment}


TRIED = [finding("jam", str(trial), reaction="card jam") for trial in range(1, 21)]
PHOTOGRAPH = {"name": "seal.jpg", "sha256": hashlib.sha256(SEAL).hexdigest()}


def findings():
    """Return the records of a procedure and an inspection in which everything was as it should be."""
    (jam, jammed), (look, looked) = stage("jam", "procedure"), stage("chapter", "inspect")
    items = (
        finding("chapter", "alternating-batches", attachment=PHOTOGRAPH),
        finding("chapter", "secure-storage"),
    )
    return [jam, *asked(7, "Engineer A"), *TRIED, jammed, look, *asked(8, "Engineer A"), *items, looked]


def write_subject(folder, name, *, day="2026-09-03", **options):
    """Write one run of the dossier's plan, at fixed times, and return it as a report sees it."""
    with fixed_clock(day):
        options = {"plan": DOSSIER_PLAN, "extra": findings(), **options}
        run = write_run(folder / name, **options)
    attach(run.path, SEAL)
    return Subject.of(run)


def with_summary(run, /, **fields):
    """Return a run as a report sees it, whose summary is otherwise in some fields."""
    return replace(run, history=replace(run.history, summary=replace(run.summary, **fields)))


def with_plan(run, /, **fields):
    """Return a run as a report sees it, whose plan is otherwise in some fields."""
    return replace(run, frozen=replace(run.frozen, plan=run.frozen.plan.model_copy(update=fields)))


def with_findings(run, /, **by_stage):
    """Return a run as a report sees it, whose trials and items of some stages showed something else."""
    kept = {stage: list(each) for stage, each in (dict(run.findings) | by_stage).items()}
    return replace(run, history=replace(run.history, findings=Findings(kept)))


def write_runs(folder):
    """Write the runs of the example: a failure of the first version, and both units with the second.

    Returns
    -------
    By name: ``failed`` (SN-000461, 2.4.0), ``passed`` (SN-000461, 2.4.1), ``second`` (SN-000462, 2.4.1),
    ``stopped`` (SN-000462, 2.4.1, stopped by the operator; no group of :func:`groups` has it).
    """
    results, verdict = failing()
    good = Verdict(Outcome.PASS, (), (*TRIALS, *DECISIONS))
    bad = replace(verdict, decisions=(*TRIALS, *verdict.decisions))
    why = worded("The run was stopped by a person before its end.")
    stopped = Verdict(Outcome.INCONCLUSIVE, (why,), good.decisions)
    options = {
        "failed": ("first-2.4.0", "2026-08-19", {"results": results, "verdict": bad, "software": OLD_SOFTWARE}),
        "passed": ("second-2.4.1", "2026-09-03", {"verdict": good}),
        "second": ("third-2.4.1", "2026-09-04", {"verdict": good, "identity": SECOND}),
        "stopped": ("stopped-2.4.1", "2026-09-02", {"verdict": stopped, "ending": "STOPPED_BY_OPERATOR", "identity": SECOND}),
    }  # fmt: skip
    return {key: write_subject(folder, name, day=day, **each) for key, (name, day, each) in options.items()}


def group(*runs, problem=None, aside=()):
    """Return runs of one unit, software and plan as a group, settled as the rule settles the simple cases.

    The first complete run decides, any failure is one, and a run that was not completed prevents a pass, but
    not one of those whose names are set ``aside``.
    """
    if problem:
        return Group(runs, None, (problem,))
    left = [run for run in runs if run.run not in aside]
    complete = [run for run in left if run.ending is Ending.COMPLETE]
    tried = tuple(_tried(run, left, complete) for run in runs)
    reasons = [Attempts.NOT_COMPLETED(run=run.run) for run in left if run not in complete]
    reasons += [Attempts.NOT_THE_RETEST(run=run.run, why=Attempts.ONE_ALLOWED()) for run in complete[1:]]
    against = [(run.run, why) for run in left for why in _against(run)]
    doubts = tuple(
        dict.fromkeys((*(of_runs(against) if len(runs) > 1 else [why for _, why in against]), *reasons))
    )
    failed = any(run.outcome is Outcome.FAIL for run in runs)
    outcome = Outcome.FAIL if failed else Outcome.INCONCLUSIVE if doubts else Outcome.PASS
    base = complete[0] if complete else runs[0]
    identity, frozen = base.summary.identity, base.frozen
    unit = (identity.manufacturer, identity.model, identity.serial) if identity else ()
    software = tuple(
        f"{each.name} {each.version} {each.algorithm}:{each.digest}"
        for each in (base.summary.software or [()])[0]
    )
    decisions = base.summary.verdict.decisions if base.summary.verdict else ()
    return Group(
        runs,
        Settlement(outcome, (Settled.UNDECIDED(attempts=len(runs)),), doubts, unit, software, (frozen.plan.id, frozen.sha256),
                   (), tried, decisions, ()),
    )  # fmt: skip


def _tried(run, left, complete):
    role = "not completed" if run not in complete else "first" if run is complete[0] else "not asked for"
    role = role if run in left else SET_ASIDE
    return Tried(run.run, run.summary.started, role, run.ending, run.outcome, _against(run), {}, run.head)


def _against(run):
    return run.summary.verdict.reasons if run.summary.verdict else ()


def invalidation(subject, **fields):
    """Return the authorizer's word that a run is void."""
    word = Invalidation(
        id=f"void-{subject.run}".replace(".", "-"), run=subject.run, start=next(subject.log.of(StartBody)).hash, by="authorizer-c",
        date=dt.date(2026, 9, 5), cause="A fire alarm: everybody left the building.", source="The log of the fire alarm, September 2, 2026.",
        reason="No result had been seen when the alarm went off.", files=GROUNDS,
    )  # fmt: skip
    return word.model_copy(update=fields)


def groups(runs):
    """Return the groups of the example: replaced version, then each unit as submitted."""
    return (group(runs["failed"]), group(runs["passed"]), group(runs["second"]))


def former_report(**fields):
    """Return the report on which the example builds: version 2.3.0, approved, with one deficiency that was closed."""
    text = {
        "number": "sub-2025-044-r1",
        "sha256": hashlib.sha256(b"the earlier report").hexdigest(),
        "proven": True,
        "outcome": "PASS",
        "approves": True,
        "items": (
            FormerItem(kind="device", product="Shuffler 52"),
            FormerItem(kind="software", product="Shuffler 52", name="application", version="2.3.0", digest="ab" * 32),
            FormerItem(kind="software", product="Shuffler 52", name="boot loader", version="1.0", digest=SOFTWARE[1].digest),
        ),
        "deficiencies": (FormerDeficiency(id="d7", finding="The lid opens during a shuffle.", is_open=False),),
    }  # fmt: skip
    return FormerReport(**(text | fields))


def dossier(runs, **changes):
    """Return the dossier of the example, with some of its fields otherwise."""
    fields = {
        "submission": example_submission,
        "groups": lambda: groups(runs),
        "versions": lambda: {"python": "3.11.7", "reportlab": "4.4.0"},
        "files": files,
        "baseline": former_report,
    }
    return Dossier(**{name: make() for name, make in fields.items() if name not in changes}, **changes)


def pdf_of(result, sections, layout="pa_461a_4.toml", only=()):
    """Return the report of a dossier.

    Parameters
    ----------
    only
        Names of the sections that it has, all if empty.
    """
    return build_dossier(result, sections, _layout(layout, only))


def shown_of(result, sections, layout="pa_461a_4.toml", only=()):
    """Return what the report of a dossier shows; the parameters are those of :func:`pdf_of`."""
    return shown(build_dossier, result, sections, _layout(layout, only))


def _layout(name, only):
    layout = read_layout(name=name)
    kept = tuple(section for section in layout.sections if not only or section.name in only)
    return layout.model_copy(update={"sections": kept})
