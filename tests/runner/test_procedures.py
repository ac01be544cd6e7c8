"""What people carry out: trials, confirmations, photographs, inspections."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from labharness.app.runs.services import resume_run
from labharness.errors import PlanError
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.language.catalog import say
from labharness.model.reasons.conduct import Ask, Conduct
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Plans
from labharness.model.reasons.run import Course, Shown
from labharness.model.results import Outcome
from labharness.plans.frozen import freeze
from labharness.reason import quoted
from tests.support.lab import of, replying, telling
from tests.support.plans import stage, written_plan
from tests.support.recorded import reasons_of, words_of
from tests.support.runs import broken_off

PLAN = written_plan(
    *("trials", 'set = "base"\ndecks = 1', stage("identify", "identify")),
    stage(
        *("procedure", "missing-card", 'action = "remove-card"', 'instruction = "Take one card out."'),
        *('expects = "It says that the count is wrong."', 'restore = "Put it back."', "trials = 3"),
    ),
    stage(
        *("inspect", "ports", "[[stages.items]]", 'id = "usb"', 'text = "No USB port is exposed."'),
        *('citation = "§ 461a.4"', "[[stages.items]]", 'id = "seals"', 'text = "The seals are whole."'),
        *('citation = "§ 461a.4"', "photograph = true"),
    ),
    device_class="batch_shuffler",
    game="blackjack-633a",
)


class People:
    """Answers by action, the usual ones where none are given; a list is used up one by one, the last one stays."""

    def __init__(self, **answers):
        self.answers, self.asked = {"procedure": ["yes"], "look": ["yes"], "restore": ["done"], **answers}, []

    def __call__(self, prompt, answer):
        if prompt["action"] == "identify":
            return False
        self.asked.append(prompt)
        given = self.answers[prompt["action"]]
        if callable(given):
            given = [given(prompt)]
        answer(given.pop(0) if isinstance(given, list) and len(given) > 1 else given[0])
        return True


def conduct(lab, people, text=PLAN, *, url="operator://", faults=()):
    """Carry a plan out on a machine at the bench, or on one with a port."""
    machine = "fair_shuffler" if url == "operator://" else None
    lab.attend(machine=machine, faults=faults, answers=people)
    return lab.run(lab.write(text), url)


@pytest.fixture
def photograph(tmp_path):
    file = tmp_path / "seal.jpg"
    file.write_bytes(b"not really a picture")
    return file


def test_a_device_that_does_what_it_must_passes(lab, records, photograph):
    people = People(look=["yes: red light"], inspect=["yes", f"yes | {photograph}"])
    folder, outcome = conduct(lab, people)

    assert outcome.verdict.outcome is Outcome.PASS
    result = records(folder, RecordType.FINDING)
    assert [each["result"] for each in result] == ["as expected"] * 5
    assert {words_of(each, "reaction") for each in result[:3]} == {"red light"}
    assert result[4]["attachment"]["name"] == "seal.jpg"
    sentence = say(outcome.verdict.decisions[0].reason)
    assert "0 misses in 3 trials; the rate is at least 0% and at most 63.16%" in sentence
    assert verify(folder.path).clean


def test_a_trial_that_was_no_proper_one_is_left_out_and_prevents_a_pass(lab, photograph):
    people = People(
        look=["no: green light", "yes"],
        confirm_finding=["no: the card was still inside"],
        inspect=["yes", f"yes | {photograph}"],
    )
    _, outcome = conduct(lab, people)

    assert outcome.verdict.outcome is Outcome.INCONCLUSIVE
    assert any("1 trial was left out" in say(reason) for reason in outcome.verdict.reasons)


def test_what_is_blocking_is_not_left_out_or_untrue_without_a_comment(lab, records, photograph):
    people = People(
        procedure=["skip", "skip: no second deck", "skip: no second deck", "skip: no second deck"],
        inspect=["no", "no: a port behind the lid", "yes", f"yes | {photograph}"],
    )
    folder, outcome = conduct(lab, people)

    assert outcome.verdict.outcome is Outcome.FAIL
    again = [each for entry in people.asked for each in reasons_of(entry["data"])]
    assert again.count(Ask.NEEDS_COMMENT()) == 2
    assert again.count(Ask.NEEDS_PHOTOGRAPH()) == 1
    results = [record["result"] for record in records(folder, RecordType.FINDING)]
    assert results == [*["left out"] * 3, "not as expected", "as expected"]


def test_a_photograph_that_changes_is_found(lab, photograph):
    people = People(inspect=["yes", f"yes | {photograph}"])
    folder, _ = conduct(lab, people)
    (kept,) = (folder.path / "attachments").iterdir()
    kept.write_bytes(b"another picture")

    assert verify(folder.path).problems == (Evidence.ALTERED(file=f"attachments/{kept.name}"),)


def test_impossible_procedures_are_refused():
    for old, new, code in (
        ('action = "remove-card"', 'action = "nothing"', Plans.RIGHT_SET_NEEDS_NO_OBJECTION),
        ("trials = 3", "trials = 3\nfalse_alarms = 1", Plans.OBJECTS_ALLOW_NO_MISS),
        ("trials = 3", 'trials = 3\ncites = "nowhere"', Plans.CITATION_MISSING),
        ('action = "remove-card"', 'action = "shout"', Inputs.NOT_A_CHOICE),
    ):
        with pytest.raises(PlanError) as refused:
            freeze(PLAN.replace(old, new).encode(), "mine.toml")
        (reason,) = refused.value.reasons
        while inner := [*reason.inner()]:
            (reason,) = inner
        assert reason.is_a(code), (old, new)


COUNTS = PLAN[: PLAN.index('[[stages]]\nkind = "inspect"')]


@pytest.mark.parametrize(
    ("action", "faults", "outcome"),
    [
        ("remove-card", (), Outcome.PASS),
        ("add-joker", (), Outcome.PASS),
        ("jam", (), Outcome.PASS),
        ("swap-card", (), Outcome.FAIL),  # the number is right, and this machine only counts
        ("remove-card", ("wrong_count",), Outcome.FAIL),
    ],
)
def test_a_simulated_bench_carries_out_procedures_unattended(lab, action, faults, outcome):
    _, result = conduct(lab, None, COUNTS.replace("remove-card", action), faults=faults)
    assert result.verdict.outcome is outcome


RESUMED = PLAN.replace("schema = 1", "schema = 1\ninterruptions_allowed = 1", 1).replace(
    "trials = 3", "trials = 2"
)


def test_a_runner_that_dies_between_findings_loses_and_doubles_nothing(lab, records, photograph):
    def people():
        photo = f"yes | {photograph}"
        return People(inspect=lambda prompt: photo if prompt["data"]["photograph"] else "yes")

    whole, _ = conduct(lab, people(), RESUMED)
    written = list(whole.records())
    begun = [record.seq for record in written if record.type is RecordType.STAGE_STARTED][1]
    over = [record.seq for record in written if record.type is RecordType.STAGE_FINISHED][-1]
    for lines in range(begun + 1, over + 1):
        at_bench = people()
        folder = broken_off(whole, lines, lab.space.path / f"cut-{lines}")
        lab.attend(machine="fair_shuffler", answers=at_bench, name=folder.path)
        outcome = resume_run(folder)

        assert outcome.verdict.outcome is Outcome.PASS, outcome
        result = [(record["stage"], record["item"]) for record in records(folder, RecordType.FINDING)]
        assert result == [("missing-card", "1"), ("missing-card", "2"), ("ports", "usb"), ("ports", "seals")]
        assert verify(folder.path).clean
        begun_trials = sum(getattr(each.body, "action", "") == "procedure" for each in written[:lines])
        findings = [each for each in written[:lines] if each.type is RecordType.FINDING]
        built = sum(finding.body.stage == "missing-card" for finding in findings)
        first = next(
            record.body for record in list(folder.records())[lines:] if record.type is RecordType.PROMPT
        )
        asked = Ask.BROKEN_TRIAL(stage="missing-card") in first.asks
        assert asked is (begun_trials > built)
        assert not asked or (first.action == "restore" and first.asks[-1] == quoted("Put it back."))


def test_a_session_closed_in_a_procedure_goes_on_where_it_was(lab, records, photograph):
    people = People(inspect=["yes", f"yes | {photograph}"])
    lab.at(of(RecordType.FINDING), telling("close_session"))
    folder, outcome = conduct(lab, people)
    assert outcome.ending is None
    assert len(records(folder, RecordType.FINDING)) == 1

    _, outcome = lab.resume()
    assert outcome.verdict.outcome is Outcome.PASS
    items = [record["item"] for record in records(folder, RecordType.FINDING)]
    assert items == ["1", "2", "3", "usb", "seals"]


def test_an_alarm_that_stands_after_restoring_is_on_record_and_no_trial_is_made_with_it(lab, records):
    people = replying(restore=["done, but nothing was done"] * 3)
    text = COUNTS.replace("remove-card", "jam").replace("trials = 3", 'trials = 3\nsign = "alarm"')
    folder, outcome = conduct(lab, people, text, url=lab.device("fair_shuffler", read=True))
    result = records(folder, RecordType.FINDING)
    jam = ("card jam",)
    standing = ("left out", (Shown.STANDING_ALARM(alarms=jam),))
    assert [(each["result"], reasons_of(each, "reaction")) for each in result] == [
        ("as expected", (Shown.ALARMS(alarms=jam),)),
        standing,
        standing,
    ]
    assert [reasons_of(record) for record in records(folder, RecordType.DEVIATION)] == [
        (Conduct.NOT_RESTORED(stage="missing-card", alarms=jam),)
    ]
    assert outcome.verdict.outcome is Outcome.INCONCLUSIVE


def test_the_command_line_shows_the_question_and_takes_the_answer(lab, records, photograph):
    """A file is named where the answer is given, not where the runner was started."""
    shown = []

    def labharness(*words):
        done = subprocess.run(
            [sys.executable, "-m", "labharness", *words, "--workspace", str(lab.space.path)],
            cwd=photograph.parent,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        return done.stdout

    def people(prompt, answer):
        if prompt["action"] != "inspect":
            return False
        if prompt["data"]["photograph"]:
            labharness("tell", "run", "answer", f"yes: whole | {photograph.name}", "--who", "Ada")
        else:
            shown.append(labharness("show", "run"))
            answer("no: behind the lid")
        return True

    folder, _ = conduct(lab, people)

    assert "No USB port is exposed. Source: § 461a.4. Answer yes, no: COMMENT, or n/a: REASON." in shown[0]
    assert "labharness tell run answer --who NAME TEXT" in shown[0]
    record = records(folder, RecordType.FINDING)[-2:]
    assert [each["comment"] for each in record] == ["behind the lid", "whole"]
    assert record[1]["attachment"]["name"] == photograph.name
    assert "Ada" in {record["who"] for record in records(folder, RecordType.ANSWER)}


OPTIONAL = COUNTS.replace("trials = 3", 'trials = 3\napplies_if = "it shows a count"')
SHOWN = OPTIONAL + PLAN[PLAN.index('[[stages]]\nkind = "inspect"') :].replace("photograph = true\n", "")
NO_COUNT = "n/a: it shows no count"


def test_trials_that_do_not_apply_are_said_twice_and_decide_nothing(lab, records):
    people = People(
        procedure=["n/a", NO_COUNT], confirm_not_applicable=["yes: seen in every mode"], inspect=["yes"]
    )
    folder, outcome = conduct(lab, people, SHOWN)

    assert outcome.verdict.outcome is Outcome.PASS
    assert [decision.check_id for decision in outcome.verdict.decisions] == ["stage-ports"]
    (result,) = records(folder, RecordType.FINDING, stage="missing-card")
    assert (result["item"], result["result"], result["comment"]) == (
        "1",
        "not applicable",
        "it shows no count",
    )
    (text,) = records(folder, RecordType.STAGE_FINISHED, stage="missing-card")
    assert text["status"] == "not applicable"
    assert reasons_of(text) == (Shown.NONE_APPLIES(trials=3, why="it shows no count"),)
    asked = [reasons_of(each, "asks") for each in people.asked if each["action"] == "procedure"]
    assert Ask.APPLIES_IF(condition="it shows a count") in asked[0]


@pytest.mark.parametrize(
    ("text", "reported", "again", "reason"),
    [
        (
            OPTIONAL,
            [NO_COUNT],
            ["yes"],
            "No procedure or inspection that the plan requires applies to the device.",
        ),
        (SHOWN, [NO_COUNT, "skip"], ["no: it was another device"], "None of the 3 trials was made."),
        (SHOWN, ["yes", NO_COUNT], ["yes"], "2 trials were left out."),
        (COUNTS, [NO_COUNT], [], "None of the 3 trials was made."),
    ],
)
def test_nothing_is_a_pass_because_it_was_not_tried(lab, text, reported, again, reason):
    reported = [word if ":" in word or word == "yes" else f"{word}: not now" for word in reported]
    people = People(procedure=reported, confirm_not_applicable=again, inspect=["yes"])
    _, outcome = conduct(lab, people, text)

    assert outcome.verdict.outcome is Outcome.INCONCLUSIVE
    assert any(reason in say(each) for each in outcome.verdict.reasons), outcome.verdict.reasons


def test_a_list_in_which_nothing_was_looked_at_is_no_pass(lab):
    people = People(inspect=["n/a: a box of cardboard"])
    _, outcome = conduct(lab, people)

    assert outcome.verdict.outcome is Outcome.INCONCLUSIVE
    assert outcome.verdict.reasons == (
        Course.STAGE_DOUBTFUL(
            stage="ports", result=(Shown.NOTHING_INSPECTED(items=2), Shown.ITEMS_NOT_APPLICABLE(items=2))
        ),
    )
    assert "stage-ports" not in {decision.check_id for decision in outcome.verdict.decisions}


def test_a_confirmed_miss_fails_and_has_a_lower_limit(lab, records, photograph):
    people = People(
        look=["yes", "no: green light", "yes"],
        confirm_finding=["yes: the card lies here"],
        inspect=["n/a: no such port", f"yes | {photograph}"],
    )
    folder, outcome = conduct(lab, people)

    assert outcome.verdict.outcome is Outcome.FAIL
    assert records(folder, RecordType.FINDING)[1]["comment"] == "the card lies here"
    decisions = [say(decision.reason) for decision in outcome.verdict.decisions]
    assert decisions[0].endswith(
        "1 miss in 3 trials; the rate is at least 1.695% and at most 86.46% (95% confidence for each limit)."
    )
    assert decisions[1].endswith("1 of 2 items conform; 1 item does not apply.")


def test_a_simulated_bench_says_of_nothing_that_it_does_not_apply(lab):
    _, result = conduct(lab, None, OPTIONAL.replace("remove-card", "other"))
    assert result.verdict.outcome is Outcome.INCONCLUSIVE


def test_what_a_run_has_shown_nobody_says_away(lab, records):
    """Trials of one procedure were made, so that those of another under the same condition apply as well."""
    text = OPTIONAL + OPTIONAL[OPTIONAL.index('[[stages]]\nkind = "procedure"') :].replace(
        '"missing-card"', '"added-card"'
    )
    people = People(procedure=["yes"] * 3 + [NO_COUNT])
    folder, outcome = conduct(lab, people, text)

    assert outcome.verdict.outcome is Outcome.INCONCLUSIVE
    assert [record["result"] for record in records(folder, RecordType.FINDING)][3:] == ["left out"] * 3
    assert "confirm_not_applicable" not in {each["action"] for each in people.asked}


def test_a_device_that_tells_its_count_over_its_port_shows_one(lab):
    people = replying(procedure=[NO_COUNT] * 3)
    _, outcome = conduct(lab, people, OPTIONAL, url=lab.device("fair_shuffler", read=True))
    assert outcome.verdict.outcome is Outcome.INCONCLUSIVE
    assert any("None of the 3 trials was made" in say(reason) for reason in outcome.verdict.reasons)
