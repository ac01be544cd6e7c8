"""An error condition counts as exercised only by what the records show of that very condition."""

from dataclasses import replace

import pytest

from labharness.assessment.clauses.obligations import exercised, named_for
from labharness.assessment.conclusion import conclude
from labharness.evidence.history.run import Finding
from labharness.filings.entries.review import ErrorCondition
from labharness.model.health import Result
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.run import Shown
from labharness.plans.procedures import Action
from tests.support.dossiers import dossier, example_submission, group, groups

GOOD, BAD = Result.AS_EXPECTED, Result.NOT_AS_EXPECTED


def condition(code, stage, items=()):
    return ErrorCondition(
        id=code.lower(), product="shuffler-52", code=code, condition="A fault.", action="Mend it.", stages=(stage,), items=items
    )  # fmt: skip


def found(item, result=GOOD, *alarms):
    return Finding(item, result, (Shown.ALARMS(alarms=alarms),) if alarms else (), "", None, (), "")


@pytest.fixture
def example(dossier_runs):
    """Return the dossier with conditions, and with other findings or plans in its last run."""

    def made(*conditions, findings=None, action=None):
        run = dossier_runs["second"]
        if findings is not None:
            folded = replace(
                run.history.findings, _made={stage: list(each) for stage, each in findings.items()}
            )
            run = replace(run, history=replace(run.history, findings=folded))
        if action is not None:
            plan = run.frozen.plan
            stages = tuple(
                stage.model_copy(update={"action": action}) if stage.name == "jam" else stage
                for stage in plan.stages
            )
            run = replace(run, frozen=replace(run.frozen, plan=plan.model_copy(update={"stages": stages})))
        entries = example_submission(*conditions, without=("error", "waiver/not-error-exercise"))
        return dossier(dossier_runs, groups=(groups(dossier_runs)[0], group(run)), submission=entries)

    return made


def told(result, entry):
    """Return made, good and result of a condition, after a look that the conclusion agrees."""
    shown = [(each.made, each.good, each.came) for each in exercised(result, entry)]
    name = f"{entry.code}, {entry.condition}"
    idle = any(
        name in why["things"] for why in conclude(result).objections if why.is_a(Conclusions.NOT_EXAMINED_OF)
    )
    assert idle is not bool(shown)
    return shown


def test_the_trials_of_a_stage_of_its_own_count(example):
    jam = condition("E1", "jam")
    assert told(example(jam), jam) == [(20, 20, "PASS")]


def test_an_inspection_shows_a_condition_only_by_the_items_named_for_it(example):
    listed = condition("E4", "chapter")
    result = example(listed)
    assert told(result, listed) == []
    assert [exercise.made for exercise in named_for(result, listed)] == [0]
    named = condition("E4", "chapter", ("alternating-batches",))
    assert told(example(named), named) == [(1, 1, "PASS")]


def test_trials_that_several_conditions_name_count_by_the_code_that_the_device_reports(example):
    both = condition("E1", "jam"), condition("E11", "jam")
    silent = example(*both)
    assert [told(silent, each) for each in both] == [[], []]
    assert [exercise.shared for exercise in named_for(silent, both[0])] == [("E11",)]
    trials = [found("", GOOD, "E1 card jam"), found("", GOOD, "E1"), found("", BAD, "E11: door")]
    spoken = example(*both, findings={"jam": trials})
    assert [told(spoken, each) for each in both] == [[(2, 2, "PASS")], [(1, 0, "FAIL")]]


def test_trials_that_leave_the_device_alone_bring_nothing_about(example):
    jam = condition("E1", "jam")
    assert told(example(jam, action=Action.NOTHING), jam) == []
