"""What somebody would do who wants a PASS without the evidence, or a failure out of sight: each is found and said."""

import hashlib
import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from unittest import mock

import pytest

from labharness.app.devices.preflight import RunOrder
from labharness.app.reports.issuing import told, verify_report
from labharness.app.reports.run_reports import render
from labharness.app.reports.submission_reports import amend_report, build_submission_report
from labharness.app.runs import services
from labharness.app.runs.services import start_run
from labharness.app.submission.dossiers import gather_dossier
from labharness.app.workspace.bundle import PDF, RUNS, SUMS, Bundle
from labharness.app.workspace.manifest import MANIFEST
from labharness.app.workspace.register import FILE as HEADS
from labharness.app.workspace.register import STARTED, open_register, record
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.conclusion import conclude
from labharness.errors import RegisterError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.writer import RunWriter
from labharness.filings.entries.entry import Attached
from labharness.filings.entries.events import Component
from labharness.filings.entries.review import Exclusion, Waiver
from labharness.language.catalog import term
from labharness.model.reasons.conclusion import Conclusions, Dossiers
from labharness.model.reasons.database import Databases
from labharness.model.reasons.decision import Held
from labharness.model.reasons.evidence import ReportState, Reproduction
from labharness.model.reasons.plan import Plans
from labharness.model.reasons.register import Entries, Invalidations, Registers
from labharness.model.reasons.report import Bundles, Reports
from labharness.model.reasons.run import Attempts
from labharness.model.results import Ending, Outcome
from labharness.model.settlement import SET_ASIDE
from labharness.reporting.layout import SIMULATED
from labharness.reporting.stamps import SignatureRole
from labharness.signing.signer import sign as sign_pdf
from labharness.simulators import process
from labharness.simulators.catalog import build_machine
from tests.support.filing_factory import (
    DAY,
    NAME,
    PLAN,
    RUN,
    complete,
    copied,
    file_submission,
    grounds,
    invalidation,
    items,
    judged,
    put,
    recommend,
    rehearsed,
    run_it,
)
from tests.support.reasons import every
from tests.support.runs import altered, body_of, fields_of, forge
from tests.support.shown import drawn, shown
from tests.support.signing_factory import revise

FIRST = f"{NAME}-r1"
LATER = mock.patch.object(process, "build_machine", lambda kind, _: build_machine(kind, 461))


@pytest.fixture(scope="module")
def signed(passing, sign, tmp_path_factory):
    """The same with its report built and signed as tested; for reading only."""
    space = copied(passing, tmp_path_factory.mktemp("signed"))
    build_submission_report(space, NAME, by="engineer-a")
    sign(space, FIRST, SignatureRole.TESTED)
    assert judged(space).outcome is Outcome.PASS
    return space


@pytest.fixture
def space(passing, tmp_path):
    return copied(passing, tmp_path)


@pytest.fixture
def issued(signed, tmp_path):
    return copied(signed, tmp_path)


def refused_for(space, reason):
    result = judged(space)
    assert (result.outcome, result.refused) == (Outcome.INCONCLUSIVE, True)
    assert reason in every(result.reasons), result.reasons


def claim(folder, outcome):
    """Write another verdict into a run, and chain it anew."""
    kind = RecordType.VERDICT
    records = [
        altered(each, verdict=replace(each.body.verdict, outcome=outcome)) if each.type is kind else each
        for each in folder.records()
    ]
    forge(folder, records)


def test_a_run_chained_anew_after_a_report_named_its_head(space):
    """The draft itself may be gone: the register has the head."""
    build_submission_report(space, NAME, by="engineer-a")
    shutil.rmtree(space.path / "reports" / FIRST)
    assert judged(space).outcome is Outcome.PASS
    records, seen = list(space.run(RUN).records()), False
    for at in range(1, len(records)):  # one is left out that nothing else counts
        forge(space.run(RUN), records[:at] + records[at + 1 :])
        result = judged(space)
        assert result.outcome is not Outcome.PASS
        if seen := any(why.is_a(Dossiers.RUN_ALTERED) for why in result.reasons):
            break
    assert seen, "no forgery reached the comparison"


@pytest.fixture
def without_register(issued):
    for name in ("register.db", "register.db-wal", "register.db-shm"):
        (issued.path / name).unlink(missing_ok=True)
    return issued


def test_an_older_register_under_a_signed_report(without_register, passing):
    for file in passing.path.glob("register.db*"):
        shutil.copy(file, without_register.path)
    forgotten(without_register)
    refused_for(without_register, Dossiers.REPORT_ALTERED(report=FIRST))


def forgotten(space):
    """The workspace has seen more records; who removes its file of heads as well meets the signed report."""
    with pytest.raises(RegisterError) as refused:
        open_register(space)
    assert refused.value.reasons[0].is_a(Databases.RECORDS_MISSING)
    (space.path / HEADS).unlink()


def test_a_register_cut_at_its_end_under_a_signed_report(issued):
    with closing(sqlite3.connect(issued.path / "register.db")) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        (last,) = database.execute("SELECT max(number) FROM change WHERE kind != ''").fetchone()
        database.execute("DELETE FROM change WHERE number >= ?", (last,))
        database.commit()
    forgotten(issued)
    refused_for(issued, Dossiers.RECORDS_MISSING(report=FIRST, records=1))


def test_a_signed_report_is_not_built_anew_where_its_folder_is_gone(issued, refusal):
    shutil.rmtree(issued.path / "reports" / FIRST)
    assert refusal(build_submission_report, issued, NAME, by="engineer-a") == Reports.LOST(report=FIRST)
    assert refusal(amend_report, issued, FIRST, "Why not.", "authorizer-c") == Reports.LOST(report=FIRST)


def test_what_is_signed_is_what_was_built(space, sign, refusal):
    """A draft that somebody drew otherwise, with lists that fit, is signed by nobody."""
    bundle = build_submission_report(space, NAME, by="engineer-a").bundle
    other_one = Reports.OTHER_THAN_RECORDED(report=FIRST)
    pdf = bundle.pdf.replace(b"%%EOF", b"%%EOF\n")
    (bundle.path / PDF).write_bytes(pdf)
    (bundle.path / SUMS).write_bytes(Bundle(bundle.path)._sums({}))
    assert refusal(sign, space, FIRST, SignatureRole.TESTED) == other_one
    other = copied(space, space.path.parent / "other")
    put(other, gather_dossier(other, NAME).submission.filing.model_copy(update={"title": "Another"}))
    drawn = build_submission_report(other, NAME, by="engineer-a").bundle
    shutil.rmtree(bundle.path)
    shutil.copytree(drawn.path, bundle.path)
    assert verify_report(bundle.path).clean
    assert refusal(sign, space, FIRST, SignatureRole.TESTED) == other_one


def test_a_result_that_the_bytes_do_not_give_is_not_reviewed(space, sign, refusal):
    """Who can write the run's folder before any report can write results; the review does the run again."""
    folder = space.run(RUN)
    records = list(folder.records())
    first = next(each for each in records if each.type is RecordType.RESULT)
    other = altered(first, result=replace(first.body.result, units=6999))
    forge(folder, [other if each is first else each for each in records])
    build_submission_report(space, NAME, by="engineer-a")
    sign(space, FIRST, SignatureRole.TESTED)
    why = Bundles.OF_RUN(run=RUN, why=Reproduction.OTHER_RESULT(check=first.body.check))
    assert refusal(sign, space, FIRST, SignatureRole.REVIEWED) == Reports.DOES_NOT_VERIFY(why=why)


def test_a_run_that_was_broken_off_is_reviewed_as_what_it_is(space, sign):
    """It claims no result, so none has to come out again: a truthful report of it can be signed."""
    folder = space.run(RUN)
    claims = (RecordType.RESULT, RecordType.VERDICT, RecordType.END)
    forge(folder, [record for record in folder.records() if record.type not in claims])
    issued = build_submission_report(space, NAME, by="engineer-a")
    assert issued.case.conclusion.outcome is not Outcome.PASS
    sign(space, FIRST, SignatureRole.TESTED, SignatureRole.REVIEWED)


def test_words_do_not_call_a_stripped_report_issued(issued, people, refusal):
    folder = issued.path / "reports" / FIRST
    last = list(told(folder, verify_report(folder, people.trusted)))[-1]
    assert term(ReportState.SIGNED_SO_FAR) in last
    pdf = (folder / PDF).read_bytes()
    stripped = pdf[: pdf.index(b"%%EOF") + 6]
    (folder / PDF).write_bytes(stripped)
    (folder / SUMS).write_bytes(Bundle(folder)._sums({}))
    result = verify_report(folder, people.trusted)
    last = list(told(folder, result))[-1]
    assert result.state in (ReportState.UNSIGNED, ReportState.DAMAGED)
    assert term(result.state) in last
    assert refusal(build_submission_report, issued, NAME, by="engineer-a") == Reports.LOST(report=FIRST)


def test_a_signer_who_is_not_on_the_list_of_the_report_is_named(space, people):
    """The key may be good: the list of people in the folder has no such engineer."""
    bundle = build_submission_report(space, NAME, by="engineer-a").bundle
    unsigned = bundle.pdf
    for person in ("Nobody Known", "Authorizer C"):
        pdf = sign_pdf(unsigned, SignatureRole.TESTED, person, people.key(person))
        revise(bundle, pdf, people.roots)
        unlisted = Bundles.NOT_LISTED(role="tested", person=person, needed="engineer")
        assert unlisted in verify_report(bundle.path, people.trusted).notes


def rewritten(folder, manifest):
    """Write another manifest and return its hash."""
    content = json.dumps(manifest).encode()
    (folder / MANIFEST).write_bytes(content)
    return hashlib.sha256(content).hexdigest()


def test_names_that_lead_out_of_the_folder(issued):
    folder = issued.path / "reports" / FIRST
    listed = json.loads((folder / MANIFEST).read_bytes())
    outside = issued.path / "outside"
    outside.write_bytes(b"")
    for name in ("../../outside", outside.as_posix(), "runs\\..\\outside", "C:/outside"):
        changed = {**listed, "files": [*listed["files"], {"name": name, "size": 0, "sha256": "0" * 64}]}
        assert Bundles.NAME_OUTSIDE(name=name) in list(Bundle(folder).faults(rewritten(folder, changed)))
    changed = {**listed, "runs": {"../../../runs/small": {"head": "0" * 64, "records": 1}}}
    problems = list(Bundle(folder).faults(rewritten(folder, changed)))
    for run in ("../../../runs/small", RUN):
        assert Bundles.RUN_INCOMPLETE(manifest=MANIFEST, run=run) in problems


def test_a_folder_of_runs_that_is_a_link(issued):
    folder = issued.path / "reports" / FIRST
    shutil.move(folder / RUNS, issued.path / "elsewhere")
    try:
        (folder / RUNS).symlink_to(issued.path / "elsewhere")
    except OSError:
        pytest.skip("this system lets nobody make links")
    assert Bundles.FILE_ADDED(file=RUNS) in verify_report(folder).problems


def test_a_failure_that_was_assigned_to_another_submission(space):
    """The same unit and software, under another submission: it counts there, and it is said here."""
    with LATER:
        run_it(space, "stray", submission="")
    start, *rest = space.run("stray").records()
    forge(space.run("stray"), [altered(start, submission="s-462"), *rest])
    assert judged(space).outcome is Outcome.PASS, "it passed there"
    claim(space.run("stray"), Outcome.FAIL)
    refused_for(space, Dossiers.FAILED_ELSEWHERE(run="stray", submission="s-462"))


def test_a_packaged_plan_cut_down_under_its_own_id(space, refusal):
    reason = refusal(run_it, space, "cut-down", plan_id=PLAN)
    assert reason.is_a(Plans.ID_OF_ANOTHER)
    assert "stages draws.units" in reason["keys"]
    assert [each.run for each in space.runs()] == [RUN]


@pytest.fixture(scope="module")
def twice(passing, tmp_path_factory):
    """The same with a second run that nobody asked for; for reading only."""
    space = copied(passing, tmp_path_factory.mktemp("twice"))
    with LATER:  # the same unit goes on drawing; it does not begin its numbers anew
        run_it(space, "again")
    return space


@pytest.fixture
def repeated(twice, tmp_path):
    return copied(twice, tmp_path)


def test_a_run_that_failed_is_invalidated(repeated):
    claim(repeated.run("again"), Outcome.FAIL)
    put(repeated, invalidation(repeated, "again"), by="authorizer-c")
    result = judged(repeated)
    assert (result.outcome, result.refused) == (Outcome.FAIL, True)


def test_the_run_that_decides_is_invalidated_for_one_that_was_not_asked_for(repeated):
    put(repeated, invalidation(repeated, RUN), by="authorizer-c")
    nothing = Attempts.NOTHING_TO_REPEAT(first=RUN)
    refused_for(repeated, Attempts.NOT_THE_RETEST(run="again", why=nothing))
    counts = Invalidations.RUN_COUNTS(invalidation=f"void-{RUN}", run=RUN, why=Attempts.COUNTS_AS_DECIDING())
    assert counts in judged(repeated).objections


def test_a_run_is_invalidated_twice(space, refusal):
    put(space, invalidation(space, RUN), by="authorizer-c")
    twice = Entries.RUN_INVALIDATED_TWICE(entry="once-more", run=RUN, before=f"void-{RUN}")
    assert refusal(put, space, invalidation(space, RUN, id="once-more"), by="authorizer-c") == twice


def test_a_clock_that_was_set_back(space):
    run_it(space, "again")
    start, *rest = space.run("again").records()
    forge(space.run("again"), [replace(start, utc="2026-03-05T10:00:00.000000Z"), *rest])
    body = {"run": "again", "start": space.run("again").start().hash, "plan": "plan"}
    record(space, STARTED, body, "A run of the submission was begun.", NAME, "engineer-a")
    refused_for(space, Dossiers.CLOCK_SET_BACK(run="again", earlier=RUN))


def test_software_that_no_device_named(space):
    (each, *_) = gather_dossier(space, NAME).submission.of(Component)
    put(space, each.model_copy(update={"id": "hidden", "name": "another", "digest": each.digest[::-1]}))
    result = judged(space)
    assert result.refused
    assert Conclusions.COMPONENT_UNNAMED(component="another", version=each.version) in result.objections


def test_a_register_that_was_deleted(without_register, refusal):
    place = without_register.path / "register.db"
    assert refusal(open_register, without_register) == Registers.LOST(database=str(place))
    assert not place.exists()


STOPPED = 70_000
SEED = 7
"""Of the biased generator whose first 70,000 draws give p = 0.0047 (chi-square, seven outcomes)."""
BELOW = "p = 0.00945 (Holm-adjusted for 2 checks) is below 0.025"
"""What the rule makes of it: it would fail at once."""


def test_a_simulator_that_nobody_calls_one_is_never_approved(passing):
    assert passing.run(RUN).start().body.simulated == ""
    result = conclude(gather_dossier(passing, NAME))
    (why,) = result.reasons
    assert why == Conclusions.SIMULATED_DEVICE(runs=(RUN,))
    assert (result.outcome, result.objections, result.refused) == (Outcome.INCONCLUSIVE, (why,), True)
    assert result.given == ""
    assert judged(passing).given == "Approve", "nothing else stands against it"


def test_a_run_that_was_not_begun_is_named_and_decides_nothing(space, monkeypatch):
    """A dealing shoe in place of the generator, at the moment when the run began."""
    monkeypatch.setattr(services, "refuse_unfit_device", lambda *_: None)
    with process.start("dealing_shoe", seed=1) as server:
        run(space, server, "slip", str(space.path / "plans" / "small.toml"))
    recommend(space)
    (note,) = [note for note in rehearsed(space).notes if note.is_a(Dossiers.NOT_BEGUN)]
    assert note["run"] == "slip"
    assert [run.run for group in rehearsed(space).groups for run in group.runs] == [RUN]
    result = judged(space)
    assert (result.outcome, result.given) == (Outcome.PASS, "Approve"), result.objections


def test_its_report_its_submissions_report_and_the_commands_say_so(space, cli):
    place = ("--workspace", space.path)
    (_, out, _), report = drawn(cli, "report", "build", "--submission", NAME, "--by", "engineer-a", *place)
    assert out.startswith(SIMULATED)
    assert SIMULATED in report.imprint.warning
    _, out, _ = cli("show", RUN, *place, "--json")
    assert set(json.loads(out)["simulated"]) == {"loopback", "usb numbers", "hardware"}
    of_run = shown(render, space.run(RUN))
    assert SIMULATED in of_run.imprint.warning
    assert "USB numbers of the simulators of labharness: 1209:0001" in of_run.parts[0]


def test_a_rehearsal_takes_no_run_of_a_real_device(space, refusal):
    """What was said of simulated devices shall not be mixed with what was found of others."""
    folder = space.run(RUN)
    changed = []
    for each in folder.records():
        body = fields_of(each.body)
        if each.type is RecordType.START:
            body["device"] = "usb://0461:0001/SN-1"
        elif each.type is RecordType.CONNECTED:
            body |= {"url": "usb://0461:0001/SN-1", "info": {"vid": "0461", "pid": "0001"}}
        elif body.get("call") == "identify":
            body["answer"] = body["answer"] | {"hardware": "revision A"}
        changed.append(replace(each, body=body_of(each.type, body)))
    forge(folder, changed)
    assert not RunHistory.of(folder).summary.simulated
    why = Reports.REHEARSAL_OF_REAL(runs=(RUN,))
    assert refusal(build_submission_report, space, NAME, "rehearsal", by="engineer-a") == why


def stopped_at(units):
    """Have the operator stop a run when so many units were observed."""
    write = RunWriter.append

    def stop(self, body):
        record = write(self, body)
        if body.TYPE is RecordType.OBSERVED and body.first + body.units == units:
            RunFolder(self.path).send("stop", "engineer-a")
        return record

    return mock.patch.object(RunWriter, "append", stop)


def stopped_early(folder):
    """Make a biased generator stopped at 70,000 of 150,000 draws, one good run, and the rest complete."""
    space = Workspace.init(folder / "workspace")
    file_submission(space)
    put(space, *items(f"SIM-rng-{SEED}"))
    with stopped_at(STOPPED), process.start("rng", seed=SEED, faults=("modulo_bias",)) as server:
        run(space, server, "stopped")
    with LATER, process.start("rng", seed=SEED) as server:
        run(space, server, RUN)
    complete(space)
    return space


def run(space, server, name, plan=PLAN):
    order = RunOrder(plan, server.url, name=name, operator="engineer-a", submission=NAME)
    return start_run(space, order)


def test_a_bad_run_that_was_stopped_is_not_set_aside_whatever_shows_its_cause_and_is_printed(tmp_path, cli):
    space = stopped_early(tmp_path)
    summary = RunHistory.of(space.run("stopped")).summary
    assert (summary.ending, summary.units) == (Ending.STOPPED_BY_OPERATOR, {"draws": STOPPED})
    assert summary.outcome is Outcome.INCONCLUSIVE, "what was recorded is for information"
    result = summary.results["frequency"]
    assert result.p == {}
    assert round(result.interim["right"], 4) == 0.0047
    put(space, invalidation(space, "stopped"), by="authorizer-c")
    answer = judged(space)
    assert (answer.outcome, answer.refused) == (Outcome.INCONCLUSIVE, True)
    (group,) = rehearsed(space).groups
    (first, _) = group.settlement.attempts
    assert first.role != SET_ASIDE
    assert first.counts.is_a(Attempts.COUNTS_AGAINST)
    assert first.counts["why"].is_a(Attempts.RECORDED_SO_FAR)
    assert first.counts["why"]["units"] == STOPPED
    assert first.counts["why"]["decision"].is_a(Held.BELOW_CITATION)
    (counts,) = [each for each in answer.objections if each.is_a(Invalidations.RUN_COUNTS)]
    assert counts["run"] == "stopped"
    own = shown(render, space.run("stopped")).text
    assert "p-values of the recorded part, for information right 0.00472" in own
    listed = cli("show", "stopped", "--workspace", space.path)[1]
    assert "For information, Frequency of outcomes in the 70,000 recorded units: right p = 0.00472" in listed
    _, report = drawn(build_submission_report, space, NAME, "rehearsal", by="engineer-a")
    assert "Recorded of Run 1, for information" in report.text
    assert "Recorded part, judged for information" in report.text
    assert report.text.count(BELOW) >= 2
    _, out, _ = cli("settle", RUN, "--workspace", space.path)
    assert "recorded part, for information: " in out
    assert BELOW in " ".join(out.replace("│", " ").split())


def test_a_good_run_that_was_stopped_is_set_aside_on_grounds(space):
    """Or the tests above would hold for every run that was stopped."""
    with stopped_at(3000), LATER, process.start("rng", seed=4614) as server:
        run(space, server, "cut", str(space.path / "plans" / "small.toml"))
    assert judged(space).outcome is Outcome.INCONCLUSIVE
    put(space, invalidation(space, "cut"), by="authorizer-c")
    assert judged(space).outcome is Outcome.PASS
    (group,) = rehearsed(space).groups
    assert [attempt.role for attempt in group.settlement.attempts] == ["first", SET_ASIDE]
    assert group.settlement.attempts[1].interim, "and what it recorded is judged all the same"


def test_a_cause_a_waiver_or_an_exclusion_that_states_no_fact_is_refused(space, refusal):
    words = {
        "by": "authorizer-c",
        "date": DAY,
        "files": grounds(space),
        "source": "A log.",
        "reason": "Held.",
    }
    waiver, exclusion = (
        Waiver(id="w", item="compiler", **words),
        Exclusion(id="x", clause="§ 645a.4(a)", **words),
    )
    for text in ("None.", "N/A", "By his own choice.", "the operator stopped it", "-"):
        for entry, key in (
            *((invalidation(space, RUN), key) for key in ("cause", "source", "reason")),
            *((entry, key) for entry in (waiver, exclusion) for key in ("source", "reason")),
        ):
            empty = entry.model_copy(update={key: text})
            assert refusal(put, space, empty, by="authorizer-c") == Entries.STATES_NO_FACT(key=key)


def test_without_a_file_that_shows_it_nothing_is_lifted(space, refusal):
    """By whoever writes entries, and in a register from before files were asked for."""
    for files in ((), (Attached(name="empty.txt", sha256="ab" * 32, size=0),)):
        void = invalidation(space, RUN, files=files)
        assert refusal(put, space, void, by="authorizer-c") == Entries.NO_FILE()
    old = rehearsed(space)
    bare = tuple(
        entry.model_copy(update={"files": ()}) if isinstance(entry, Waiver | Exclusion) else entry
        for entry in old.submission.entries
    )
    snapshot = old.submission.__class__(bare, old.submission.changes, old.submission.head)
    result = conclude(old.__class__(**{**vars(old), "submission": snapshot}))
    assert result.outcome is Outcome.INCONCLUSIVE
    assert result.refused
    waiver = {"kind": "waiver", "entry": "not-information-leak"}
    assert Conclusions.WITHOUT_EFFECT(**waiver, why=Entries.NO_FILE()) in result.objections
