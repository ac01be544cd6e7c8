"""Two runs side by side: what each has, and what is subtracted; no test that no plan declared."""

from dataclasses import fields

import pytest

from labharness.app.plug_ins.check_titles import titles_for
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.run_comparison import ComparedCheck, add_remark, compare, remarks
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.history.run import RunHistory
from labharness.model.results import Outcome
from tests.support.run_factory import PLAN, SOFTWARE, failing, write_run


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    workspace = Workspace.init(tmp_path_factory.mktemp("compare") / "workspace")
    write_run(workspace.path / "runs" / "unit-a")
    results, verdict = failing()
    failed = {"results": results, "verdict": verdict, "simulated": "a shelf shuffler"}
    write_run(workspace.path / "runs" / "unit-b", **failed)
    write_run(workspace.path / "runs" / "other", plan=PLAN.replace("sessions = 2", "sessions = 3"))
    write_run(workspace.path / "runs" / "open", ending=None, verdict=None)
    return workspace


def by_id(result):
    return {check.id: check for check in result.checks}


def test_each_check_has_what_each_run_has_of_it_and_the_difference_of_what_was_measured(space):
    result = compare(space, "unit-a", "unit-b")
    assert (result.first.standing.verdict, result.second.standing.verdict) == (Outcome.PASS, Outcome.FAIL)
    assert (result.first.simulated != "", result.second.simulated != "") == (False, True)
    assert result.same_plan
    check = by_id(result)["composition"]
    assert (check.first.observed, check.second.observed) == ("0 violations", "60 violations")
    assert check.difference == "+60"
    effect = by_id(result)["position-card"]
    assert effect.second.effect == "0.9021 (0.8913 to 0.9128)"
    assert effect.difference.startswith("+0.")


def test_no_p_value_is_made_of_a_difference(space):
    assert {field.name for field in fields(ComparedCheck)} == {"id", "title", "first", "second", "difference"}
    result = compare(space, "unit-a", "unit-b")
    for run, facts in (("unit-a", lambda check: check.first), ("unit-b", lambda check: check.second)):
        verdict = RunHistory.of(space.run(run)).summary.verdict
        declared = {decision.check_id for decision in verdict.decisions if decision.p is not None}
        shown = {check.id for check in result.checks if facts(check) is not None and facts(check).p}
        assert shown <= declared, "only what a run's own plan declared is shown"
    assert result.swapped == compare(space, "unit-b", "unit-a")
    assert by_id(result.swapped)["composition"].difference == "−60"
    assert result.swapped.swapped == result


def test_facts_say_what_is_the_same_and_what_differs_and_a_run_that_has_not_ended_has_no_verdict(space):
    facts = {fact.name: fact for fact in compare(space, "unit-a", "unit-b").facts}
    assert facts["Plan"].same
    assert facts[f"Software {SOFTWARE[0].name}"].same
    assert (facts["Verdict"].first, facts["Verdict"].second) == ("PASS", "FAIL, simulated")
    assert not compare(space, "unit-a", "other").same_plan
    result = compare(space, "unit-a", "open")
    assert result.second.standing.verdict is None
    facts = {fact.name: fact.second for fact in result.facts}
    assert (facts["Verdict"], facts["Ending"]) == ("Session closed", "not ended")


def test_the_command_line_compares_by_the_same_service(space, cli):
    place = ("--workspace", space.path)
    code, shown, _ = cli("compare", "unit-a", "unit-b", *place)
    assert (code, "+60" in shown, "no plan declared a test" in shown) == (0, True, True)
    assert '"same_plan": false' in cli("compare", "unit-a", "other", "--json", *place)[1]
    assert "no remark is on file" in cli("remark", "unit-a", *place)[1]
    cli("remark", "unit-a", "warm", "--check", "composition", *place)
    assert "Composition: warm" in cli("remark", "unit-a", *place)[1]


def test_a_remark_names_its_run_and_needs_words_and_no_run_is_compared_with_itself(space, refusal):
    remark = add_remark(space, "unit-b", "composition", "  two\n lines ")
    assert remark.text == "two lines"
    assert [remark.text for remark in remarks(space, "unit-b")] == ["two lines"]
    for text in ("", "x" * 2001):
        assert refusal(add_remark, space, "unit-b", "", text)
    assert refusal(compare, space, "unit-a", "unit-a")


def test_a_check_that_was_not_computed_has_the_title_of_the_installed_check(tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    for name in ("one", "other"):
        write_run(space.path / "runs" / name, results={})
    result = {row.id: row.title for row in compare(space, "one", "other").checks}
    catalog = discover()
    assert result["rising"] == catalog.check_info("rising_sequences").title
    assert "composition" not in result.values()
    assert titles_for(space.path)("not_installed") == "not_installed"
