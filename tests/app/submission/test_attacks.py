"""What somebody would do who wants a PASS without the evidence, or a failure out of sight: each is found and said."""

import hashlib
import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from unittest import mock

import pytest

from labharness.app.reports.issuing import sign_report, told, verify_report
from labharness.app.reports.submission_reports import amend_report, build_submission_report
from labharness.app.submission.dossiers import gather_dossier
from labharness.app.workspace.bundle import DOSSIER, PDF, RUNS, SUMS, Bundle
from labharness.app.workspace.manifest import MANIFEST
from labharness.app.workspace.register import FILE as HEADS
from labharness.app.workspace.register import STARTED, open_register, record
from labharness.errors import RegisterError
from labharness.evidence.records.body import RecordType
from labharness.filings.entries.entry import Person
from labharness.filings.entries.entry import Role as PersonRole
from labharness.filings.entries.events import Component
from labharness.language.catalog import term
from labharness.model.reasons.conclusion import Conclusions, Dossiers
from labharness.model.reasons.database import Databases
from labharness.model.reasons.evidence import ReportState, Reproduction
from labharness.model.reasons.plan import Plans
from labharness.model.reasons.register import Entries, Invalidations, Registers
from labharness.model.reasons.report import Bundles, Reports
from labharness.model.reasons.run import Attempts
from labharness.model.results import Outcome
from labharness.reporting.stamps import SignatureRole
from labharness.simulators import process
from labharness.simulators.process import build_machine
from tests.support.filing_factory import (
    NAME,
    PLAN,
    RUN,
    copied,
    invalidation,
    judged,
    passing_workspace,
    put,
    recommend,
    run_it,
)
from tests.support.reasons import every
from tests.support.runs import altered, forge
from tests.support.signing_factory import PEOPLE, Signatories

FIRST = f"{NAME}-r1"


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    return Signatories(tmp_path_factory.mktemp("people"))


@pytest.fixture(scope="module")
def passing(tmp_path_factory):
    """A workspace whose submission passes; for reading only."""
    return passing_workspace(tmp_path_factory.mktemp("passing") / "workspace")


@pytest.fixture(scope="module")
def signed(passing, people, tmp_path_factory):
    """The same with its report built and signed as tested; for reading only."""
    space = copied(passing, tmp_path_factory.mktemp("signed"))
    build_submission_report(space, NAME, by="engineer-a")
    sign_report(
        space,
        FIRST,
        SignatureRole.TESTED,
        PEOPLE[SignatureRole.TESTED],
        people.key(PEOPLE[SignatureRole.TESTED]),
        submission=NAME,
    )
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
    forge(
        folder,
        [
            altered(record, verdict=replace(record.body.verdict, outcome=Outcome(outcome)))
            if record.type is RecordType.VERDICT
            else record
            for record in folder.records()
        ],
    )


def shortened(folder):
    """Chain a run anew with a record left out that nothing else counts."""
    records = list(folder.records())
    for at in range(1, len(records)):
        kept = [*records[:at], *records[at + 1 :]]
        forge(folder, kept)
        yield


def test_the_signed_one_stands_as_it_is(issued):
    assert judged(issued).outcome is Outcome.PASS


def test_a_run_chained_anew_after_a_report_named_its_head(space):
    """The draft itself may be gone: the register has the head."""
    build_submission_report(space, NAME, by="engineer-a")
    shutil.rmtree(space.path / "reports" / FIRST)
    assert judged(space).outcome is Outcome.PASS
    for _ in shortened(space.run(RUN)):
        assert judged(space).outcome is not Outcome.PASS
        if any(why.is_a(Dossiers.RUN_ALTERED) for why in judged(space).reasons):
            break
    else:
        pytest.fail("no forgery reached the comparison")


def test_an_older_register_under_a_signed_report(issued, passing):
    for name in ("register.db", "register.db-wal", "register.db-shm"):
        (issued.path / name).unlink(missing_ok=True)
        if (passing.path / name).exists():
            shutil.copy(passing.path / name, issued.path / name)
    forgotten(issued)
    refused_for(issued, Dossiers.REPORT_ALTERED(report=FIRST))


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


def test_what_is_signed_is_what_was_built(space, people, refusal):
    """A draft that somebody drew otherwise, with lists that fit, is signed by nobody."""
    bundle = build_submission_report(space, NAME, by="engineer-a").bundle
    pdf = bundle.pdf.replace(b"%%EOF", b"%%EOF\n")
    (bundle.path / PDF).write_bytes(pdf)
    (bundle.path / SUMS).write_bytes(Bundle(bundle.path)._sums({}))
    assert refusal(
        sign_report,
        space,
        FIRST,
        SignatureRole.TESTED,
        PEOPLE[SignatureRole.TESTED],
        people.key(PEOPLE[SignatureRole.TESTED]),
        submission=NAME,
    ) == Reports.OTHER_THAN_RECORDED(report=FIRST)
    other = copied(space, space.path.parent / "other")
    put(other, gather_dossier(other, NAME).submission.filing.model_copy(update={"title": "Another"}))
    drawn = build_submission_report(other, NAME, by="engineer-a").bundle
    shutil.rmtree(bundle.path)
    shutil.copytree(drawn.path, bundle.path)
    assert verify_report(bundle.path).clean
    assert refusal(
        sign_report,
        space,
        FIRST,
        SignatureRole.TESTED,
        PEOPLE[SignatureRole.TESTED],
        people.key(PEOPLE[SignatureRole.TESTED]),
        submission=NAME,
    ) == Reports.OTHER_THAN_RECORDED(report=FIRST)


def test_a_result_that_the_bytes_do_not_give_is_not_reviewed(space, people, refusal):
    """Who can write the run's folder before any report can write results; the review does the run again."""
    folder = space.run(RUN)
    records = list(folder.records())
    results = [each for each in records if each.type is RecordType.RESULT]
    assert results
    other = altered(results[0], result=replace(results[0].body.result, units=6999))
    forge(folder, [other if each is results[0] else each for each in records])
    build_submission_report(space, NAME, by="engineer-a")
    for role in (SignatureRole.TESTED, SignatureRole.REVIEWED):
        signing = (space, FIRST, role, PEOPLE[role], people.key(PEOPLE[role]))
        if role is SignatureRole.TESTED:
            sign_report(*signing, submission=NAME)
            continue
        other_result = Bundles.OF_RUN(run=RUN, why=Reproduction.OTHER_RESULT(check=results[0].body.check))
        assert refusal(sign_report, *signing, submission=NAME) == Reports.DOES_NOT_VERIFY(why=other_result)


def test_a_run_that_was_broken_off_is_reviewed_as_what_it_is(space, people):
    """It claims no result, so none has to come out again: a truthful report of it can be signed."""
    folder = space.run(RUN)
    claims = (RecordType.RESULT, RecordType.VERDICT, RecordType.END)
    forge(folder, [record for record in folder.records() if record.type not in claims])
    issued = build_submission_report(space, NAME, by="engineer-a")
    assert issued.case.conclusion.outcome is not Outcome.PASS
    for role in (SignatureRole.TESTED, SignatureRole.REVIEWED):
        sign_report(space, FIRST, role, PEOPLE[role], people.key(PEOPLE[role]), submission=NAME)


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


def test_who_had_no_such_role_is_named(issued, people):
    """The key is good and the name is another's word: the list of people in the folder has no such engineer."""
    result = verify_report(issued.path / "reports" / FIRST, people.trusted)
    listed = [
        each["name"]
        for each in json.loads((issued.path / "reports" / FIRST / DOSSIER / "submission.json").read_bytes())[
            "entries"
        ]
        if each["kind"] == "person"
    ]
    assert result.clean
    strange = PEOPLE[SignatureRole.TESTED] not in listed
    unlisted = Bundles.NOT_LISTED(role="tested", person=PEOPLE[SignatureRole.TESTED], needed="engineer")
    assert (unlisted in result.notes) is strange


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
    with mock.patch.object(process, "build_machine", lambda kind, _: build_machine(kind, 461)):
        run_it(space, "stray", submission="")
    start, *rest = space.run("stray").records()
    forge(space.run("stray"), [altered(start, submission="s-462"), *rest])
    assert judged(space).outcome is Outcome.PASS, "it passed there"
    claim(space.run("stray"), "FAIL")
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
    later = mock.patch.object(process, "build_machine", lambda kind, _: build_machine(kind, 461))
    with later:  # the same unit goes on drawing; it does not begin its numbers anew
        run_it(space, "again")
    return space


@pytest.fixture
def repeated(twice, tmp_path):
    return copied(twice, tmp_path)


def void(space, run, **fields):
    put(space, invalidation(space, run, **fields), by="authorizer-c")


def test_who_may_not_invalidates_a_run(space, refusal):
    for by, code in (("engineer-a", Registers.ROLE_NEEDED), ("authorizer-c", Registers.WORD_OF_ANOTHER)):
        assert refusal(put, space, invalidation(space, RUN, by="engineer-a"), by=by).is_a(code)


def test_a_run_that_failed_is_invalidated(repeated):
    claim(repeated.run("again"), "FAIL")
    void(repeated, "again")
    result = judged(repeated)
    assert (result.outcome, result.refused) == (Outcome.FAIL, True)


def test_the_run_that_decides_is_invalidated_for_one_that_was_not_asked_for(repeated):
    void(repeated, RUN)
    nothing = Attempts.NOTHING_TO_REPEAT(first=RUN)
    refused_for(repeated, Attempts.NOT_THE_RETEST(run="again", why=nothing))
    counts = Invalidations.RUN_COUNTS(invalidation=f"void-{RUN}", run=RUN, why=Attempts.COUNTS_AS_DECIDING())
    assert counts in judged(repeated).objections


def test_who_made_a_run_invalidates_it(repeated):
    """Nobody forbids one person both roles; a result that rests on both is not recommended."""
    with open_register(repeated) as register:
        person = register.snapshot(NAME).named(Person, "engineer-a")
        both = person.model_copy(update={"roles": (*person.roles, PersonRole.AUTHORIZER)})
        register.put("", both, "chief", "There is nobody else.")
    put(repeated, invalidation(repeated, "again", by="engineer-a"))
    recommend(repeated)
    result = judged(repeated)
    who = Invalidations.BY_PARTICIPANT(invalidation="void-again", person="Engineer A", run="again")
    assert (result.outcome, result.objections, result.refused) == (Outcome.PASS, (who,), True)


def test_a_run_is_invalidated_twice(repeated, refusal):
    void(repeated, "again")
    recommend(repeated)
    assert judged(repeated).objections == ()
    twice = Entries.RUN_INVALIDATED_TWICE(entry="once-more", run="again", before="void-again")
    assert refusal(void, repeated, "again", id="once-more") == twice


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


def test_a_register_that_was_deleted(issued, refusal):
    for name in ("register.db", "register.db-wal", "register.db-shm"):
        (issued.path / name).unlink(missing_ok=True)
    assert refusal(open_register, issued) == Registers.LOST(database=str(issued.path / "register.db"))
    assert not (issued.path / "register.db").exists()
