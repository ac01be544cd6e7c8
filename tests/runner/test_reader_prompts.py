"""What a person can answer while the reader is waited for."""

import pytest

from labharness.acts.declaring import Seat
from labharness.acts.tell import tell
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.language.catalog import say
from labharness.model.reasons.conduct import Conduct
from labharness.model.results import Ending
from labharness.reason import load_reason

FELL = "no: the cards fell"


@pytest.fixture
def bench(lab):
    """Return a function that answers the first prompt of an action in a way of its own, and says how the run went."""

    def go(action, text, *, reader=None, who="Ada", **options):
        done = []

        def answers(prompt, _):
            if prompt["action"] != action or done:
                return False
            done.append(prompt)
            lab.space.run("run").send("answer", who, prompt=prompt["prompt"], answer=text)
            return text == FELL  # a bench whose cards fell reads none; else people go on

        lab.attend(machine="fair_shuffler", answers=answers)
        return lab.run(lab.hand_plan(2, **options), "operator://", reader or lab.reader)

    return go


def answered(records, folder, action):
    asked = {record["prompt"] for record in records(folder, RecordType.PROMPT, action=action)}
    return [record for record in records(folder, RecordType.ANSWER) if record["prompt"] in asked]


def test_done_is_a_remark_and_the_reader_is_still_named(bench, records):
    folder, outcome = bench("read_output", "done")
    assert outcome.ending is Ending.COMPLETE
    by_person, by_reader, next_read = answered(records, folder, "read_output")
    assert by_person["prompt"] == by_reader["prompt"] != next_read["prompt"]
    assert (by_person["who"], by_person["answer"]) == ("Ada", "done")
    assert by_reader["who"] == "reader"
    assert by_reader["instrument"]
    assert RunHistory.of(folder).summary.open_prompts == {}


@pytest.mark.parametrize("allowed", [1, 0])
def test_cards_that_cannot_be_read_are_an_interruption_by_the_rule_of_the_plan(bench, lab, records, allowed):
    folder, outcome = bench("read_output", FELL, interruptions_allowed=allowed)
    if not allowed:
        assert outcome.ending is None
        folder, outcome = lab.resume()
    assert outcome.ending is Ending.COMPLETE
    assert RunHistory.of(folder).summary.units == {"shuffles": 2}
    [broken] = records(folder, RecordType.BROKEN_OFF)
    reason = load_reason(broken["reasons"][0])
    assert reason == Conduct.NOT_READABLE(who="Ada", answer=FELL)
    assert say(reason) == f'The cards were not read. Ada answered: "{FELL}".'
    assert len(RunHistory.of(folder).summary.gaps) == 1
    shuffles = [record["data"]["unit"] for record in records(folder, RecordType.PROMPT, action="shuffle")]
    assert shuffles == [0, 0, 1], "the shuffle whose cards fell is made again"
    assert verify(folder.path).clean


def test_two_people_at_a_keyboard_may_say_so_too(bench, records):
    folder, outcome = bench("enter_order", FELL, reader="operator://", interruptions_allowed=0)
    assert outcome.ending is None
    [broken] = records(folder, RecordType.BROKEN_OFF)
    assert load_reason(broken["reasons"][0]) == Conduct.NOT_READABLE(who="Ada", answer=FELL)
    assert verify(folder.path).clean


@pytest.mark.parametrize("name", ["reader", "nobody"])
def test_no_person_answers_under_a_name_of_the_runner(bench, records, name):
    folder, outcome = bench("shuffle", "done", who=name)
    assert outcome.ending is Ending.COMPLETE
    assert name not in {step["who"] for step in answered(records, folder, "shuffle")}
    [refused] = records(folder, RecordType.COMMAND)
    assert refused["command"] == "unreadable"


def test_an_answer_goes_to_the_prompt_for_people(lab, records):
    """Double entry asks for cards while the prompt for the reader still stands."""
    text = []

    def answers(prompt, answer):
        if prompt["action"] == "enter_order" and not text:
            text.append(prompt["prompt"])
            tell(Seat(lab.space), "run", "answer", FELL, who="Ada")
            return True
        return False

    lab.attend(machine="fair_shuffler", answers=answers)
    folder, _ = lab.run(lab.hand_plan(2), "operator://", "operator://")
    assert [record["prompt"] for record in records(folder, RecordType.ANSWER, who="Ada")] == text
