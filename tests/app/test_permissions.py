"""Whoever the list of people does not permit an act is refused by every service, and the attempt is on record."""

import ast
import subprocess
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

import pytest
import sqlalchemy as sa

from labharness.acts import store
from labharness.acts.declaring import Seat
from labharness.acts.tell import tell
from labharness.app.benches.queueing import OUTPUT, BenchRunners, item_of
from labharness.app.benches.queueing import copying as copying_of
from labharness.app.benches.watching import work
from labharness.app.devices.preflight import RunOrder
from labharness.app.people.signing import issue_trial_key, signatory
from labharness.app.people.staff import permitted
from labharness.app.reports.submission_reports import amend_report, build_submission_report
from labharness.app.runs.run_comparison import add_remark, remarks
from labharness.app.runs.services import resume_run, start_run
from labharness.app.shared_store.backup import accept_loss
from labharness.app.submission.draft_saving import read_recorded, save_draft
from labharness.app.submission.drafts import SubmissionDraft
from labharness.app.submission.submissions import attach_analysis
from labharness.app.workspace.register import Kept, login_id, open_queue, open_register, verify_register
from labharness.app.workspace.workspace import Workspace
from labharness.child_processes import command_line
from labharness.errors import EvidenceError, NotPermitted, PlanError, QueueError, WorkspaceError
from labharness.evidence.durable import own_account
from labharness.evidence.folder import RunFolder, take_commands
from labharness.filings.entries.entry import Role
from labharness.filings.store.file_store import REFUSED
from labharness.model.device import TESTING
from labharness.model.reasons.night import Nights
from labharness.nights.items import Closing
from labharness.nights.journal import FOLDER, Journal, JournalEntry, Step, bench_folder, issue_ticket
from labharness.nights.store.schema import AUDIT
from tests.support.filing_factory import NAME, PEOPLE, file_submission
from tests.support.runs import copied_as
from tests.support.window.specimen_night import queue_a_night

RUN = "small"
APP = Path(find_spec("labharness.app").origin).parent
NOT_ACTS = {
    "planned_invalidation": "says what would follow, and writes nothing",
    "permitted": "is the question itself",
    "permitted_name": "is the question itself",
    "conduct_tour": "starts a run, and start_run asks",
    "may_start": "is the question itself",
    "may_resume": "is the question itself",
    "may_copy": "is the question itself",
    "actor_for": "is the question itself",
    "acting": "is the question itself",
    "signatory": "is the question itself",
    "sign_with": "asks signatory before anything else, which is tested",
    "decisions": "makes the entries of the demonstration, which the register takes or refuses",
    "approval": "makes an entry of the demonstration, which the register takes or refuses",
}
"""Functions of the product that take a person and need no case below, with why."""


def _told(space, by):
    with mock.patch.object(RunFolder, "alive", new=True):
        tell(Seat(space, by), RUN, "jam")


def _drafted(space, by):
    before = read_recorded(space, NAME).with_draft(SubmissionDraft(name=NAME, person=by))
    values = before.entry("unit/unit-1").values | {"condition": "Used."}
    save_draft(space, before.changed("unit/unit-1", values), by, "Seen.")


def _analysis(space, by):
    examined = mock.Mock()
    examined.analysis.sha256 = "ab" * 32
    attach_analysis(space, NAME, examined, by)


NO_SUCH = RunOrder("no-such-plan", "tcp://127.0.0.1:9", name="new")
AUTHORIZERS = {
    "accept_loss": lambda space, by: accept_loss(space, Kept.REGISTER, "The disk broke.", by),
    "amend_report": lambda space, by: amend_report(space, f"{NAME}-r1", "Wrong serial.", by),
    "signatory: authorized": lambda space, by: signatory(space, "authorized", by),
}
TESTERS = {
    "add_remark": lambda space, by: add_remark(space, RUN, "", "Warm.", by),
    "build_submission_report": lambda space, by: build_submission_report(space, NAME, "deficiency", by),
}
RUNNERS = {
    "start_run": lambda space, by: start_run(space, NO_SUCH, by=by),
    "resume_run": lambda space, by: resume_run(space.run(RUN), by=by),
}
EVERYBODY = {
    "attach_analysis": _analysis,
    "save_draft": _drafted,
    "issue_trial_key": lambda space, by: issue_trial_key(
        space, by, space.path.parent / "key.p12", lambda: "four words nobody says"
    ),
}
"""For whoever is on the list."""
OF_OTHERS = {
    "tell": (_told, "chief"),
    **{name: (act, "engineer-a") for name, act in AUTHORIZERS.items()},
    **{name: (act, "chief") for name, act in TESTERS.items()},
    **{name: (act, "reviewer-b") for name, act in RUNNERS.items()},
}
OF_STRANGERS = AUTHORIZERS | TESTERS | RUNNERS | EVERYBODY
OF_ACTS = {"tell": _told}


def acting_services():
    """Return the functions of the product, that are told who acts."""
    for file in sorted(APP.rglob("*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                names = {each.arg for each in (*node.args.args, *node.args.kwonlyargs)}
                if "by" in names:
                    yield node.name


def test_every_service_that_is_told_who_acts_has_a_case():
    cases = {name.partition(":")[0] for name in OF_STRANGERS} | {"work", *NOT_ACTS}
    assert set(acting_services()) - cases == set()
    assert cases - set(acting_services()) == set(), "no case is of a function that is gone"


@pytest.fixture(scope="module")
def space(rng_run, tmp_path_factory):
    workspace = Workspace.init(tmp_path_factory.mktemp("permissions") / "workspace")
    copied_as(rng_run[1], workspace.path / "runs" / RUN)
    file_submission(workspace)
    queue_a_night(workspace)
    return workspace


def refusals(space):
    with open_register(space) as register:
        return [change for change in register.changes() if change.what == REFUSED]


def state(space):
    """Return everything on record but attempts."""
    with open_register(space) as register:
        return [(change.what, change.after) for change in register.changes() if change.what != REFUSED]


def test_whoever_has_not_the_role_is_refused_and_the_attempt_is_on_record(space):
    before, known = refusals(space), state(space)
    strangers = [(act, "stranger") for act in (OF_STRANGERS | OF_ACTS).values()]
    for number, (act, by) in enumerate((*OF_OTHERS.values(), *strangers), len(before)):
        with pytest.raises(NotPermitted) as refused:
            act(space, by)
        (attempt,) = refusals(space)[number:]
        assert (attempt.who, attempt.after["account"]) == (by, own_account())
        codes = [each["code"] for each in attempt.after["refused"]]
        assert codes == [str(reason.code) for reason in refused.value.reasons]
    assert state(space) == known, "nothing else was changed"


@pytest.mark.parametrize("by", ["reviewer-b", "stranger"])
def test_a_queue_refuses_and_records_as_well(space, by):
    def acts():
        with open_queue(space) as queue, queue.database.reading() as connection:
            items = [(item.id, item.state, item.bench) for item in queue.items()]
            result = connection.execute(sa.select(AUDIT).order_by(AUDIT.c.number)).mappings().all()
        return items, result

    items, before = acts()
    with pytest.raises(QueueError):
        work(space, "bench-1", take=True, by=by, until_empty=True)
    again, after = acts()
    (attempt,) = after[len(before) :]
    assert (attempt["what"], attempt["who"], attempt["account"]) == ("refused", by, own_account())
    assert again == items, "nothing else was changed"


def test_the_worker_of_a_bench_copies_to_the_store_and_nobody_in_its_name(space):
    folder = bench_folder(space.path, "bench-6")
    order = RunOrder("plan", "tcp://127.0.0.1:9", name="x")
    Journal(folder / FOLDER).put(JournalEntry(item_of(order, "bench-6")))
    ticket = issue_ticket(folder)
    before = len(refusals(space))
    with pytest.raises(WorkspaceError):  # the settings name no store
        store.copy(Seat(space), bench="bench-6", ticket=ticket)
    with pytest.raises(WorkspaceError):
        store.copy(Seat(space, "engineer-a"))
    assert len(refusals(space)) == before
    later = issue_ticket(folder)
    elsewhere = f"../{folder.parent.name}/bench-6"
    for bench, given in (("bench-6", ""), ("bench-6", ticket), ("bench-7", later), (elsewhere, later)):
        before = len(refusals(space))
        with pytest.raises(NotPermitted):
            store.copy(Seat(space, "reviewer-b"), bench=bench, ticket=given)
        assert len(refusals(space)) == before + 1
        assert {"act": "copy to the store", "bench": bench}.items() <= refusals(space)[before].after.items()
    with pytest.raises(NotPermitted):
        store.copy(Seat(space, "reviewer-b"))
    assert len(refusals(space)) == before + 2


def test_a_process_of_the_worker_copies_and_a_command_in_its_name_does_not(space):
    folder = bench_folder(space.path, "bench-5")
    begin = copying_of(space, "bench-5", folder)
    before = len(refusals(space))
    assert begin().wait(timeout=60)
    assert "names no store" in " ".join((folder / OUTPUT).read_text("utf-8").split())
    assert len(refusals(space)) == before
    issue_ticket(folder)
    words = command_line("store", "copy", "--bench", "bench-5", "--workspace", str(space.path))
    by_hand = subprocess.run(words, input="\n", capture_output=True, text=True, timeout=60, check=False)
    assert by_hand.returncode
    assert len(refusals(space)) == before + 1


def test_who_queues_runs_starts_them_and_a_refusal_says_what_run_somebody_would_have_started(space):
    before = len(refusals(space))
    for by, order in (("engineer-a", NO_SUCH), (None, replace(NO_SUCH, operator="engineer-a"))):
        with pytest.raises(PlanError):  # there is no such plan
            start_run(space, order, by=by)
    assert len(refusals(space)) == before
    with pytest.raises(NotPermitted):
        start_run(space, NO_SUCH, by="reviewer-b")
    assert {"act": "start", "run": "new"}.items() <= refusals(space)[before].after.items()


def test_a_bench_starts_what_it_has_taken_and_nothing_else(space, refusal):
    order = RunOrder("no-such-plan", "tcp://127.0.0.1:9", name="of-the-night")
    entry = JournalEntry(item_of(order, "bench-9"))
    assert refusal(start_run, space, order, by="engineer-a", bench="bench-9") == Nights.NOT_ON_BENCH(
        item="of-the-night", bench="bench-9"
    )
    assert not (space.path / "benches" / "bench-9").exists()
    journal = Journal(bench_folder(space.path, "bench-9") / FOLDER)
    journal.put(entry)
    before = len(refusals(space))
    with pytest.raises(NotPermitted):  # its worker waits for its time, and nobody begins it instead
        start_run(space, order, bench="bench-9")
    journal.put(replace(entry, spawned=1))
    for other in (replace(order, plan="another"), replace(order, device="tcp://127.0.0.1:10")):
        with pytest.raises(NotPermitted):
            start_run(space, other, bench="bench-9")
    assert len(refusals(space)) == before + 3
    with pytest.raises(PlanError):
        start_run(space, order, bench="bench-9")
    assert len(refusals(space)) == before + 3


def test_a_bench_resumes_what_its_worker_resumes_and_nothing_else(space):
    with pytest.raises(QueueError):
        resume_run(space.run(RUN), by="engineer-a", bench="bench-9")
    entry = JournalEntry(item_of(RunOrder("plan", "tcp://127.0.0.1:9", name=RUN), "bench-8"), spawned=1)
    journal = Journal(bench_folder(space.path, "bench-8") / FOLDER)
    journal.put(entry)
    with pytest.raises(NotPermitted):
        resume_run(space.run(RUN), bench="bench-8")
    journal.put(replace(entry, step=Step.BEGUN, resumed=1))
    with pytest.raises(EvidenceError):  # the run has ended
        resume_run(space.run(RUN), bench="bench-8")
    journal.put(replace(entry, resumed=1).ended(Closing.LEFT_OPEN))
    with pytest.raises(NotPermitted):  # the worker leaves it to a person, and that is not yet reported
        resume_run(space.run(RUN), bench="bench-8")


def test_a_bench_stops_a_run_whose_item_was_canceled_by_whoever_may(space):
    item = item_of(RunOrder("plan", "tcp://127.0.0.1:9", name=RUN), "bench-9")
    runners = BenchRunners(space, "bench-9", space.path / "output")
    before = len(refusals(space))
    with mock.patch.object(RunFolder, "alive", new=True):
        runners.stop(item, "engineer-a")
    (sent,) = take_commands(space.path / "runs" / RUN)
    assert (sent["command"], sent["who"]) == ("stop", "engineer-a")
    assert len(refusals(space)) == before, "the account of a service is on no list"


def test_a_remark_says_who_wrote_it_and_from_which_account(space):
    for person in (name for name, role in PEOPLE.items() if role in TESTING):
        remark = add_remark(space, RUN, "", "Warm.", person)
        assert (remark.who, remark.account) == (person, own_account())
        assert remarks(space, RUN)[-1] == remark
        assert own_account() in remark.author
        assert person in remark.author


def test_without_a_list_of_people_everybody_may(tmp_path):
    empty = Workspace.init(tmp_path / "workspace")
    assert permitted(empty, (Role.ADMINISTRATOR,)).who == login_id()


def test_a_run_named_by_its_folder_asks_the_people_of_its_own_workspace(space, tmp_path, monkeypatch):
    elsewhere = Workspace.init(tmp_path / "elsewhere")
    monkeypatch.chdir(space.path / "runs")
    with mock.patch.object(RunFolder, "alive", new=True), pytest.raises(NotPermitted):
        tell(Seat(elsewhere, "stranger"), RUN, "jam")


def test_whoever_may_start_runs_tells_them_in_their_own_name_or_in_that_of_another_who_tests(space):
    before = len(refusals(space))
    with mock.patch.object(RunFolder, "alive", new=True):
        for who in ("", "Reviewer B", "reviewer-b"):
            tell(Seat(space, "engineer-a"), RUN, "jam", who=who)
        tell(Seat(space, "chief"), RUN, "pause")
        for by, command, who in (("engineer-a", "jam", "Chief"), ("stranger", "stop", "")):
            with pytest.raises(NotPermitted):
                tell(Seat(space, by), RUN, command, who=who)
    sent = [each["who"] for each in take_commands(space.path / "runs" / RUN)]
    assert sent == ["Engineer A", "Reviewer B", "Reviewer B", "chief"]
    assert [each.who for each in refusals(space)[before:]] == ["engineer-a", "stranger"]
    assert verify_register(space)[2] == (), "attempts leave the register whole"
