"""Equal data of two runs: both are doubted, whatever unit, plan, order or workspace, until a person explains them with evidence."""

import json
import shutil
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from labharness.app.devices.preflight import RunOrder
from labharness.app.planning.preflight_rows import PreflightItem, examine, may_begin
from labharness.app.reports.issuing import verify_report
from labharness.app.reports.morning_report import gather_night
from labharness.app.reports.reverify import reverify
from labharness.app.reports.submission_reports import build_submission_report
from labharness.app.runs.equal_data import NONE
from labharness.app.runs.run_comparison import compare
from labharness.app.runs.run_index import (
    doubted_data,
    equal_runs,
    indexed_standings,
    listed,
    standing_of_facts,
)
from labharness.app.submission.dossiers import gather_dossier
from labharness.app.submission.submissions import settle_runs
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.conclusion import Case, ExceptionKind, exceptions
from labharness.assessment.invalidations import equal_runs as pairs
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.calls import IdentifyCall
from labharness.filings.entries.entry import Person, Role
from labharness.filings.entries.review import Explanation
from labharness.gui.results.result_tables import read_result
from labharness.language.catalog import say
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.evidence import EqualData
from labharness.model.reasons.register import Entries, Registers
from labharness.model.reasons.run import Course
from labharness.model.results import Outcome, Qualifier
from labharness.reporting.open_items import DutyKind
from labharness.simulators.process import start
from tests.support.filing_factory import (
    DAY,
    NAME,
    RUN,
    copied,
    grounds,
    invalidation,
    judged,
    passing_workspace,
    put,
    recommend,
    rehearsed,
    run_it,
)
from tests.support.reasons import every
from tests.support.runs import altered, forge
from tests.support.shown import drawn

AGAIN, PLAN = "again", "starting-position-again"


@pytest.fixture(scope="module")
def equal(tmp_path_factory):
    """A submission that passes, and the same draws once more under another plan; for reading only."""
    space = passing_workspace(tmp_path_factory.mktemp("equal") / "workspace")
    run_it(space, AGAIN, plan_id=PLAN)
    return space


@pytest.fixture
def space(equal, tmp_path):
    return copied(equal, tmp_path)


def explanation(space, run=RUN, other=AGAIN, by="authorizer-c", **fields):
    """Return the word why two runs have the same data."""
    starts = {name: space.run(name).start().hash for name in (run, other)}
    values = {
        "id": "same-1",
        "run": run,
        "start": starts[run],
        "other": other,
        "other_start": starts[other],
        "by": by,
        "date": DAY,
        "cause": "The test mode starts the generator from seed 7.",
        "source": "Line 12 of the log.",
        "reason": "The test mode needs the service key.",
        "files": grounds(space),
    }
    return Explanation(**(values | fields))


def explained(space, **fields):
    put(space, explanation(space, **fields), by="authorizer-c")
    recommend(space)


def doubted(reasons):
    """Return the runs whose data the runs of a conclusion have too, by the run or plan that is doubted."""
    return {each["runs"] for each in every(reasons) if each.is_a(Course.SAME_DATA)}


def outcomes(dossier):
    return {group.first.frozen.plan.id: group.outcome for group in dossier.groups}


def test_both_groups_and_runs_are_doubted_pass_after_an_explanation_and_their_folders_stay(space):
    ledger = (space.run(RUN).path / "ledger.jsonl").read_bytes()
    recorded = RunHistory.of(space.run(AGAIN)).summary.verdict
    before = judged(space)
    assert before.outcome is Outcome.INCONCLUSIVE
    assert doubted(before.reasons) == {(RUN,), (AGAIN,)}
    of_plans = [each for each in before.reasons if each.is_a(Conclusions.PLAN_DOUBTED)]
    assert doubted(of_plans) == {(RUN,), (AGAIN,)}
    assert set(outcomes(rehearsed(space)).values()) == {Outcome.INCONCLUSIVE}
    assert Case.of(rehearsed(space)).standing.qualifiers[-1] is Qualifier.SAME_DATA
    for run, other in ((RUN, AGAIN), (AGAIN, RUN)):
        settled = settle_runs(space, [run])
        assert settled.outcome is Outcome.INCONCLUSIVE
        assert doubted(settled.reasons) == {(other,)}
        assert [each.same for each in settled.attempts] == [(other,)]
        assert Qualifier.SAME_DATA in settled.standing.qualifiers
        assert settled.attempts[0].standing.verdict is Outcome.INCONCLUSIVE

    explained(space)
    dossier = rehearsed(space)
    case = Case.of(dossier)
    assert (case.conclusion.outcome, case.conclusion.objections) == (Outcome.PASS, ())
    assert set(outcomes(dossier).values()) == {Outcome.PASS}
    assert Qualifier.EXPLAINED_DATA in case.standing.qualifiers
    assert Qualifier.SAME_DATA not in case.standing.qualifiers
    (lifted,) = [each for each in exceptions(dossier, case.conclusion) if each.kind is ExceptionKind.DATA]
    assert lifted.reason.startswith("The test mode")
    assert lifted.things == (EqualData.EXPLAINED(runs=(RUN, AGAIN)),)
    for run in (RUN, AGAIN):
        settled = settle_runs(space, [run])
        assert (settled.outcome, settled.reasons) == (Outcome.PASS, ())
        assert settled.standing.qualifiers[-1] is Qualifier.EXPLAINED_DATA
    assert RunHistory.of(space.run(AGAIN)).summary.verdict == recorded
    assert recorded.outcome is Outcome.INCONCLUSIVE
    assert reverify(None, space.run(AGAIN)).same
    assert (space.run(RUN).path / "ledger.jsonl").read_bytes() == ledger


def test_an_explanation_of_another_pair_has_no_effect(space):
    good = explanation(space)
    for fields in ({"other_start": "ab" * 32}, {"start": "cd" * 32}, {"other": "elsewhere"}):
        put(space, good.model_copy(update=fields), by="authorizer-c")
        recommend(space)
        result = judged(space)
        assert result.outcome is Outcome.INCONCLUSIVE
        assert doubted(result.reasons) == {(RUN,), (AGAIN,)}
        named = (RUN, fields.get("other", AGAIN))
        assert EqualData.NOT_EQUAL(explanation="same-1", runs=named) in result.objections
        assert settle_runs(space, [RUN]).outcome is Outcome.INCONCLUSIVE
    with pytest.raises(ValueError, match=RUN):
        explanation(space, other=RUN)


def test_who_may_not_explains_nothing_and_nobody_without_a_file(space, refusal):
    by = "engineer-a"
    assert refusal(put, space, explanation(space, by=by), by=by).is_a(Registers.ROLE_NEEDED)
    assert refusal(put, space, explanation(space, by=by), by="authorizer-c").is_a(Registers.WORD_OF_ANOTHER)
    assert refusal(put, space, explanation(space, files=()), by="authorizer-c") == Entries.NO_FILE()
    nothing = explanation(space, cause="None.")
    assert refusal(put, space, nothing, by="authorizer-c") == Entries.STATES_NO_FACT(key="cause")
    assert judged(space).outcome is Outcome.INCONCLUSIVE


def test_who_made_a_run_and_explains_it_is_an_open_item(space):
    with open_register(space) as register:
        person = register.snapshot(NAME).named(Person, "engineer-a")
        both = person.model_copy(update={"roles": (*person.roles, Role.AUTHORIZER)})
        register.put("", both, "chief", "There is nobody else.")
    put(space, explanation(space, by="engineer-a"))
    recommend(space)
    who = {"explanation": "same-1", "person": "Engineer A"}
    assert {EqualData.BY_PARTICIPANT(**who, run=run) for run in (RUN, AGAIN)} <= set(judged(space).objections)


def test_it_lifts_nothing_else_and_a_withdrawn_one_lifts_nothing(space, cli):
    explained(space)
    words = ("--why", "It was wrong.", "--by", "authorizer-c", "--workspace", space.path)
    assert cli("submission", "withdraw", NAME, "explanation/same-1", *words)[0] == 0
    assert judged(space).outcome is Outcome.INCONCLUSIVE
    run_it(space, "third")  # the plan asked for no second run, whatever its data
    explained(space)
    explained(space, id="same-2", other="third")
    explained(space, id="same-3", run=AGAIN, other="third")
    result = judged(space)
    assert doubted(result.reasons) == set()
    assert result.outcome is Outcome.INCONCLUSIVE


def test_invalidating_either_run_leaves_the_doubt(space):
    for run in (RUN, AGAIN):
        put(space, invalidation(space, run), by="authorizer-c")
        assert judged(space).outcome is Outcome.INCONCLUSIVE


def test_a_run_outside_the_submission_is_compared_and_explained(passing, tmp_path):
    """Another unit, another plan, no submission, and from another workspace, whose runner compared it with nothing."""
    space = copied(passing, tmp_path)
    other = Workspace.init(tmp_path / "other")
    run_it(other, "elsewhere", submission="", plan_id=PLAN)
    renamed(other.run("elsewhere"))
    shutil.copytree(other.run("elsewhere").path, space.path / "runs" / "elsewhere")
    result = judged(space)
    assert result.outcome is Outcome.INCONCLUSIVE
    assert EqualData.ELSEWHERE(run=RUN, runs=("elsewhere",)) in result.reasons
    assert settle_runs(space, [RUN]).outcome is Outcome.INCONCLUSIVE
    bundle = build_submission_report(space, NAME, "rehearsal", by="engineer-a").bundle
    assert bundle_outcome(bundle) == Outcome.INCONCLUSIVE
    assert not verify_report(bundle.path, again=True, workspace=space).problems
    explained(space, other="elsewhere")
    result = judged(space)
    assert (result.outcome, result.objections) == (Outcome.PASS, ())
    note = EqualData.EXPLAINED_ELSEWHERE(explanation="same-1", runs=(RUN, "elsewhere"))
    assert note in rehearsed(space).notes
    bundle = build_submission_report(space, NAME, "rehearsal", by="engineer-a").bundle
    assert bundle_outcome(bundle) == Outcome.PASS
    assert not verify_report(bundle.path, again=True, workspace=space).problems


def bundle_outcome(bundle):
    return json.loads((bundle.path / "dossier" / "conclusion.json").read_bytes())["outcome"]


def renamed(folder):
    """Give the device of a run another serial number."""
    first = next(each for each in folder.records() if isinstance(each.body, IdentifyCall))
    other = altered(first, answer=replace(first.body.answer, serial="SIM-other"))
    forge(folder, [other if each.seq == first.seq else each for each in folder.records()])


def test_the_report_says_who_explained_it_and_verifies_alone(space):
    issued, report = drawn(build_submission_report, space, NAME, "rehearsal", by="engineer-a")
    assert "NOT EXPLAINED" in report.text
    assert bundle_outcome(issued.bundle) == Outcome.INCONCLUSIVE
    explained(space)
    issued, report = drawn(build_submission_report, space, NAME, "rehearsal", by="engineer-a")
    assert "Equal data explained" in report.text
    assert "log.txt" in report.text
    assert "NOT EXPLAINED" not in report.text
    assert bundle_outcome(issued.bundle) == Outcome.PASS
    assert not verify_report(issued.bundle.path, again=True, workspace=space).problems


def test_the_command_names_both_runs_and_attaches_the_file(space, cli):
    where = ("--workspace", space.path, "--by", "authorizer-c")
    words = ("--cause", "The test mode uses seed 7.", "--source", "Line 12.", "--reason", "Off in play.")
    assert cli("submission", "explain", NAME, RUN, AGAIN, *words, *where)[0] == 3
    file = space.path / "service.txt"
    file.write_text("test mode on, seed 7\n", encoding="utf-8")
    assert cli("submission", "explain", NAME, RUN, AGAIN, *words, "--file", file, *where)[0] == 0
    (entry,) = gather_dossier(space, NAME).submission.of(Explanation)
    assert entry.pair == {(run, space.run(run).start().hash) for run in (RUN, AGAIN)}
    (two,) = pairs(gather_dossier(space, NAME))
    assert two.word == entry


# Lists, show, compare and preflight read the index for it, not the ledgers.


def standings(space):
    return {row["run"]: standing_of_facts(row) for row in listed(space)}


def test_lists_board_morning_show_compare_and_results_have_no_pass_until_it_is_explained(space, cli):
    where, recorded = ("--workspace", space.path), {RUN: Outcome.PASS}

    def night():
        night = gather_night(space, datetime(2026, 1, 1, tzinfo=UTC), datetime.now(UTC))
        return {run.run: (run.standing.verdict, [duty.need for duty in run.duties]) for run in night.runs}

    for run, standing in standings(space).items():
        assert standing.verdict is Outcome.INCONCLUSIVE, run
        assert Qualifier.SAME_DATA in standing.qualifiers
    assert [equal_runs(space, run).same for run in (RUN, AGAIN)] == [(AGAIN,), (RUN,)]
    standing = indexed_standings(space, recorded)[RUN]
    assert (standing.verdict, Qualifier.SAME_DATA in standing.qualifiers) == (Outcome.INCONCLUSIVE, True)
    assert indexed_standings(space, {RUN: Outcome.FAIL}) == {}, "the order speaks of another run"
    undecided = (Outcome.INCONCLUSIVE, [DutyKind.UNDECIDED])
    assert night() == {RUN: undecided, AGAIN: undecided}
    code, shown = cli.json("show", RUN, *where)
    assert (code, shown["verdict"], shown["same_data"]) == (2, "INCONCLUSIVE", [AGAIN])
    rows = cli.json("runs", *where)[1]
    assert {row["run"]: row["same_data"] for row in rows} == {RUN: [AGAIN], AGAIN: [RUN]}
    two = compare(space, RUN, AGAIN)
    assert two.repeated
    assert (two.explained, two.first.standing.verdict) == ((), Outcome.INCONCLUSIVE)
    assert read_result(space, RUN).standing.verdict is Outcome.INCONCLUSIVE

    explained(space)
    result = standings(space)
    assert result[RUN].verdict is Outcome.PASS
    assert result[AGAIN].verdict is Outcome.INCONCLUSIVE, "its own record stays"
    result = [*result.values(), indexed_standings(space, recorded)[RUN], read_result(space, RUN).standing]
    assert [each.verdict for each in result[2:]] == [Outcome.PASS] * 2
    for standing in result:
        assert Qualifier.EXPLAINED_DATA in standing.qualifiers
        assert Qualifier.SAME_DATA not in standing.qualifiers
    (reason,) = equal_runs(space, RUN).reasons
    assert reason.is_a(EqualData.EXPLAINED_BY)
    assert (reason["person"], reason["files"]) == ("Authorizer C", ("log.txt",))
    assert night() == {RUN: (Outcome.PASS, []), AGAIN: undecided}
    code, shown = cli.json("show", RUN, *where)
    assert (code, shown["verdict"], shown["explained_data"]) == (0, "PASS", [AGAIN])
    two = compare(space, RUN, AGAIN)
    assert [each.is_a(EqualData.EXPLAINED_BY) for each in two.explained] == [True]
    assert two.swapped.explained == two.explained


@pytest.mark.parametrize("command", [("run",), ("queue", "add", "--bench", "b", "--by", "engineer-a")])
def test_run_and_queue_add_name_earlier_equal_data_before_anything_else(space, cli, command):
    (device,) = {row["device"] for row in listed(space) if row["run"] == AGAIN}
    ask = (*command, space.path / "plans" / "small.toml", "--device", device, "--workspace", space.path)
    ask += ("--by", "engineer-a")
    assert {each["run"] for each in doubted_data(space, device)} == {RUN, AGAIN}
    assert doubted_data(space, "tcp://192.0.2.1:1") == ()
    doubts = [" ".join(say(each).split()) for each in doubted_data(space, device)]
    shown = " ".join(cli(*ask)[2].split())
    assert all(each in shown for each in doubts)
    explained(space)
    shown = " ".join(cli(*ask)[2].split())
    assert not any(each in shown for each in doubts)


def test_without_equal_data_nothing_is_said(space):
    (space.run(AGAIN).path / "ledger.jsonl").unlink()
    assert equal_runs(space, RUN) == NONE
    assert doubted_data(space, "", "Computerized RNG") == ()
    assert standings(space)[RUN].verdict is Outcome.PASS


def test_the_preflight_of_the_next_run_has_a_row_and_the_run_may_begin(space):
    def rows():
        with start("rng", seed=1) as server:
            return examine(space, RunOrder(str(space.path / "plans" / "small.toml"), server.url))

    before = rows()
    (row,) = [each for each in before if each.item is PreflightItem.DATA]
    assert (row.good, row.needed) == (False, False)
    assert {each["run"] for each in row.reasons} == {RUN, AGAIN}
    assert may_begin(before)
    explained(space)
    assert not [each for each in rows() if each.item is PreflightItem.DATA]


def test_a_register_that_does_not_answer_explains_nothing(space):
    explained(space)
    (space.path / "register.db").write_bytes(b"no database")
    assert equal_runs(Workspace(space.path), RUN).same == (AGAIN,)
