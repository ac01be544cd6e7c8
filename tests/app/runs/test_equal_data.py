"""Lists, show, compare and preflight say which runs have the same data; the index is read for it, not the ledgers."""

import json
from datetime import UTC, datetime

import pytest

from labharness.acts import submission as acts
from labharness.acts.declaring import Seat
from labharness.app.devices.preflight import RunOrder
from labharness.app.planning.preflight_rows import PreflightItem, examine, may_begin
from labharness.app.reports.morning_report import gather_night
from labharness.app.runs.equal_data import NONE
from labharness.app.runs.run_comparison import compare
from labharness.app.runs.run_index import (
    doubted_data,
    equal_runs,
    indexed_standings,
    listed,
    standing_of_facts,
)
from labharness.app.workspace.workspace import Workspace
from labharness.gui.results.result_tables import read_result
from labharness.language.catalog import say
from labharness.model.reasons.evidence import EqualData
from labharness.model.results import Outcome, Qualifier
from labharness.reporting.open_items import DutyKind
from labharness.simulators.process import start
from tests.support.filing_factory import NAME, RUN, copied, run_it, write_workspace

AGAIN, PLAN = "again", "starting-position-again"


@pytest.fixture(scope="module")
def equal(tmp_path_factory):
    space = write_workspace(tmp_path_factory.mktemp("equal") / "workspace")
    run_it(space, AGAIN, plan_id=PLAN)
    return space


@pytest.fixture
def space(equal, tmp_path):
    return copied(equal, tmp_path)


def explain(space):
    file = space.path / "log.txt"
    file.write_text("test mode on, seed 7\n", encoding="utf-8")
    words = {"cause": "The test mode starts from seed 7.", "source": "Line 1.", "reason": "It needs a key."}
    Seat(space, "authorizer-c").do(acts.explain, NAME, AGAIN, RUN, **words, file=[file])


def standings(space):
    return {row["run"]: standing_of_facts(row) for row in listed(space)}


def test_the_first_run_loses_its_pass_in_every_list_until_it_is_explained(space):
    for run, standing in standings(space).items():
        assert standing.verdict is Outcome.INCONCLUSIVE, run
        assert Qualifier.SAME_DATA in standing.qualifiers
    assert equal_runs(space, RUN).same == (AGAIN,)
    assert equal_runs(space, AGAIN).same == (RUN,)
    explain(space)
    result = standings(space)
    assert result[RUN].verdict is Outcome.PASS
    assert result[AGAIN].verdict is Outcome.INCONCLUSIVE, "its own record stays"
    for standing in result.values():
        assert Qualifier.EXPLAINED_DATA in standing.qualifiers
        assert Qualifier.SAME_DATA not in standing.qualifiers
    (reason,) = equal_runs(space, RUN).reasons
    assert reason.is_a(EqualData.EXPLAINED_BY)
    assert (reason["person"], reason["files"]) == ("Authorizer C", ("log.txt",))


def test_the_board_of_a_bench_reads_equal_data_of_the_index(space):
    listed(space)
    recorded = {RUN: Outcome.PASS}
    standing = indexed_standings(space, recorded)[RUN]
    assert (standing.verdict, Qualifier.SAME_DATA in standing.qualifiers) == (Outcome.INCONCLUSIVE, True)
    assert indexed_standings(space, {RUN: Outcome.FAIL}) == {}, "the order speaks of another run"
    explain(space)
    standing = indexed_standings(space, recorded)[RUN]
    assert (standing.verdict, Qualifier.EXPLAINED_DATA in standing.qualifiers) == (Outcome.PASS, True)


def test_the_morning_report_says_no_pass_of_either_run(space):
    def night():
        night = gather_night(space, datetime(2026, 1, 1, tzinfo=UTC), datetime.now(UTC))
        return {run.run: (run.standing.verdict, [duty.need for duty in run.duties]) for run in night.runs}

    undecided = (Outcome.INCONCLUSIVE, [DutyKind.UNDECIDED])
    assert night() == {RUN: undecided, AGAIN: undecided}
    explain(space)
    assert night() == {RUN: (Outcome.PASS, []), AGAIN: undecided}


def test_another_url_of_the_same_model_names_the_doubt(space):
    (device,) = {row["device"] for row in listed(space) if row["run"] == AGAIN}
    doubts = doubted_data(space, device)
    assert {each["run"] for each in doubts} == {RUN, AGAIN}
    assert doubted_data(space, "tcp://192.0.2.1:1") == ()


@pytest.mark.parametrize("command", [("run",), ("queue", "add", "--bench", "b", "--by", "engineer-a")])
def test_run_and_queue_add_name_earlier_equal_data_before_anything_else(space, cli, command):
    (device,) = {row["device"] for row in listed(space) if row["run"] == AGAIN}
    ask = (*command, space.path / "plans" / "small.toml", "--device", device, "--workspace", space.path)
    ask += ("--by", "engineer-a")
    doubts = [" ".join(say(each).split()) for each in doubted_data(space, device)]
    assert doubts
    shown = " ".join(cli(*ask)[2].split())
    assert all(each in shown for each in doubts)
    explain(space)
    shown = " ".join(cli(*ask)[2].split())
    assert not any(each in shown for each in doubts)


def test_without_equal_data_nothing_is_said(space):
    (space.run(AGAIN).path / "ledger.jsonl").unlink()
    assert equal_runs(space, RUN) == NONE
    assert doubted_data(space, "", "Computerized RNG") == ()
    assert standings(space)[RUN].verdict is Outcome.PASS


def test_show_and_runs_say_it_and_the_exit_code_is_no_pass(space, cli):
    where = ("--workspace", space.path, "--json")
    code, out, _ = cli("show", RUN, *where)
    shown = json.loads(out)
    assert (code, shown["verdict"], shown["same_data"]) == (2, "INCONCLUSIVE", [AGAIN])
    rows = json.loads(cli("runs", *where)[1])
    assert {row["run"]: row["same_data"] for row in rows} == {RUN: [AGAIN], AGAIN: [RUN]}
    explain(space)
    code, out, _ = cli("show", RUN, *where)
    shown = json.loads(out)
    assert (code, shown["verdict"], shown["explained_data"]) == (0, "PASS", [AGAIN])


def test_compare_and_the_results_page_say_whether_it_is_explained(space):
    result = compare(space, RUN, AGAIN)
    assert result.repeated
    assert result.explained == ()
    assert result.first.standing.verdict is Outcome.INCONCLUSIVE
    assert read_result(space, RUN).standing.verdict is Outcome.INCONCLUSIVE
    explain(space)
    result = compare(space, RUN, AGAIN)
    assert [each.is_a(EqualData.EXPLAINED_BY) for each in result.explained] == [True]
    assert result.swapped.explained == result.explained
    facts = read_result(space, RUN)
    assert facts.standing.verdict is Outcome.PASS
    assert Qualifier.EXPLAINED_DATA in facts.standing.qualifiers


def test_the_preflight_of_the_next_run_has_a_row_and_the_run_may_begin(space, cli):
    def rows():
        with start("rng", seed=1) as server:
            return examine(space, RunOrder(str(space.path / "plans" / "small.toml"), server.url))

    before = rows()
    (row,) = [each for each in before if each.item is PreflightItem.DATA]
    assert (row.good, row.needed) == (False, False)
    assert {each["run"] for each in row.reasons} == {RUN, AGAIN}
    assert may_begin(before)
    explain(space)
    assert not [each for each in rows() if each.item is PreflightItem.DATA]


def test_a_register_that_does_not_answer_explains_nothing(space):
    explain(space)
    (space.path / "register.db").write_bytes(b"no database")
    assert equal_runs(Workspace(space.path), RUN).same == (AGAIN,)
