"""A machine without a port: people, prompts, and reads that are held until they are believed."""

import time

import pytest

from labharness.devices.transports import watch
from labharness.evidence.durable import own_account
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.language.catalog import explain
from labharness.model.cards import CardSet, format_order
from labharness.model.reasons.conduct import Adapters, Conduct
from labharness.model.reasons.run import Course
from labharness.model.results import Ending, Outcome
from labharness.reason import load_reason
from labharness.runner import control
from tests.support.lab import of, telling
from tests.support.recorded import words_of

DECK = format_order(CardSet.of_decks("one", 1).new_deck_order()).split()


def reads_first(lab, unit, texts):
    """Let the reader leave these files, one for each read of a unit, before it reads properly."""
    left = list(texts)

    def answers(prompt, answer):
        if prompt["action"] != "read_output" or prompt["data"]["unit"] != unit or not left:
            return False
        text = left.pop(0)
        lab.lay(f"wrong-{len(left)}", text(lab) if callable(text) else text)
        return True

    return answers


def earlier_read(lab):
    """The file of the first shuffle once more, as when somebody imports it twice."""
    return max(lab.cards.glob("0*.deck")).read_text()


DOUBTS = {
    "a card too few": (" ".join(DECK[1:]), "The cards are not the set (Missing: AS)."),
    "a card twice": (" ".join(["2S", *DECK[1:]]), "The cards are not the set (Missing: AS; Extra: 2S)."),
    "an unread card": (" ".join(["??", *DECK[1:]]), "1 card was not read"),
    "no shuffle": (" ".join(DECK), "The output equals the input."),
    "imported twice": (earlier_read, "This order was read before."),
    "no cards": ("AS XX", 'Not a card: "XX".'),
    "an empty file": ("# nothing\n", "holds no cards"),
}


def test_a_doubtful_read_is_made_again_and_both_are_kept(lab, records):
    """Each doubt at another shuffle of one run, from the second on."""
    wrong = {unit: reads_first(lab, unit, [text]) for unit, (text, _) in enumerate(DOUBTS.values(), 1)}
    lab.attend(machine="fair_shuffler", answers=lambda *asked: any(each(*asked) for each in wrong.values()))
    folder, outcome = lab.run(lab.hand_plan(len(DOUBTS) + 1), "operator://", lab.reader)
    assert outcome.ending is Ending.COMPLETE
    assert RunHistory.of(folder).summary.units == {"shuffles": len(DOUBTS) + 1}
    rejected = records(folder, RecordType.REJECTED)
    assert [(each["stage"], each["unit"]) for each in rejected] == [("shuffles", unit) for unit in wrong]
    prompts = records(folder, RecordType.PROMPT, action="read_output")
    assert [each["data"]["unit"] for each in prompts] == [0, *(unit for unit in wrong for _ in range(2))]
    for each, again, (_, why) in zip(rejected, prompts[2::2], DOUBTS.values(), strict=True):
        assert why in words_of(each)
        assert why in words_of(again["data"])
    reads = records(folder, RecordType.EXCHANGE, call="read_order")
    assert len(reads) == 2 + len(prompts)
    assert not [decision for decision in outcome.verdict.decisions if decision.outcome is Outcome.FAIL]
    assert verify(folder.path).clean


def test_what_two_reads_agree_on_is_believed(lab, records):
    """A machine that really returns the deck unshuffled must not be asked for ever."""
    lab.attend(machine="fair_shuffler", answers=reads_first(lab, 0, [" ".join(DECK)] * 2))
    folder, _ = lab.run(lab.hand_plan(1), "operator://", lab.reader)

    assert len(records(folder, RecordType.REJECTED)) == 1
    (observed,) = records(folder, RecordType.OBSERVED)
    assert observed["data"][0] == [" ".join(DECK)] * 2


def test_a_reader_that_never_agrees_with_itself_ends_the_run(lab, records):
    wrong = [" ".join(DECK[place:]) for place in range(1, 7)]
    lab.attend(machine="fair_shuffler", answers=reads_first(lab, 0, wrong))
    folder, outcome = lab.run(lab.hand_plan(1), "operator://", lab.reader)

    assert (outcome.ending, outcome.verdict.outcome) == (Ending.ERROR, Outcome.INCONCLUSIVE)
    assert outcome.error.reasons == (Conduct.READS_NEVER_EQUAL(unit=1, reads=5),)
    assert len(records(folder, RecordType.REJECTED)) == 5
    assert verify(folder.path).clean


def typist(lab, slips):
    """Two people who type what the reader sees, one of them wrongly at the given entries."""
    typed = []

    def answers(prompt, answer):
        if prompt["action"] != "enter_order":
            return False
        cards = max(lab.cards.glob("0*.deck")).read_text().splitlines()[1].split()
        if len(typed) in slips:
            cards = [*cards[:3], cards[4], cards[3], *cards[5:]]
        typed.append(cards)
        answer(" ".join(cards).lower())
        return True

    return answers


def test_two_people_at_a_keyboard_are_a_whole_bench_and_entries_that_differ_are_made_again(lab, records):
    lab.attend(machine="fair_shuffler", answers=typist(lab, slips=(3,)))
    folder, outcome = lab.run(lab.hand_plan(2), "operator://", "operator://")

    assert outcome.ending is Ending.COMPLETE
    assert RunHistory.of(folder).summary.units == {"shuffles": 2}
    assert {record["source"] for record in records(folder, RecordType.READ)} == {"hand_entered"}
    assert not any(why.is_a(Course.READS_MISSING, Course.READS_UNDECLARED) for why in outcome.verdict.reasons)
    (rejected,) = records(folder, RecordType.REJECTED)
    (reason,) = map(load_reason, rejected["reasons"])
    assert (reason.is_a(Adapters.ENTRIES_DIFFER), reason["place"]) == (True, 4)
    entered = records(folder, RecordType.PROMPT, action="enter_order")
    answered = {record["prompt"]: record for record in records(folder, RecordType.ANSWER)}
    assert len(entered) == 2 * 5
    assert all(answered[each["prompt"]]["who"] == "people" for each in entered)
    assert verify(folder.path).clean


def test_nobody_at_the_bench_ends_the_run_in_words(lab, good_sentence):
    plan = lab.hand_plan(1, texts=[('name = "identify"', 'name = "identify"\npatience_s = 0.2')])
    folder, outcome = lab.run(plan, "operator://", lab.reader)

    assert outcome.ending is None
    assert not RunHistory.of(folder).signs.reasons
    assert explain(outcome.error).startswith("No answer was given within 0.2 s")
    assert verify(folder.path).clean


def prompted(action):
    return of(RecordType.PROMPT, action=action)


@pytest.mark.parametrize("action", ["read_output", "shuffle"])
def test_stop_is_heard_while_a_person_is_waited_for(lab, action, records):
    def answers(prompt, answer):
        return prompt["action"] == action or False

    lab.attend(machine="fair_shuffler", answers=answers)
    lab.when(prompted(action), telling("stop", "Ada \x1b[31m"))
    folder, outcome = lab.run(lab.hand_plan(2), "operator://", lab.reader)

    kinds = [record.type for record in folder.records()]
    asked, heard = kinds.index(RecordType.COMMAND), kinds.index(RecordType.SAFE_STATE)
    assert RecordType.PROMPT not in kinds[asked:heard]
    assert (outcome.ending, outcome.verdict.outcome) == (Ending.STOPPED_BY_OPERATOR, Outcome.INCONCLUSIVE)
    assert outcome.reasons == (Conduct.STOPPED_BY(who="Ada ?[31m"),)
    assert records(folder, RecordType.COMMAND) == [
        {"command": "stop", "who": "Ada ?[31m", "stage": "", "account": own_account()}
    ]
    assert verify(folder.path).clean


class Clock:
    """The clock of the run, which can be put forward."""

    ahead, sleep = 0, staticmethod(time.sleep)

    def monotonic(self):
        return time.monotonic() + self.ahead


@pytest.mark.parametrize("action", ["read_output", "shuffle"])
def test_a_pause_does_not_count_as_waiting(lab, action, monkeypatch, eventually):
    """A coffee break in the middle of a prompt ends no run."""
    held, clock = [], Clock()
    for module in (control, watch):
        monkeypatch.setattr(module, "time", clock)

    def answers(prompt, answer):
        if prompt["action"] != action or held:
            return False
        held.append(prompt)
        return True

    def tell(folder, command):
        folder.send(command, "Ada")
        eventually(lambda: command in [each.command for _, each in RunHistory.of(folder).summary.commands])

    def pause(folder):
        tell(folder, "pause")
        clock.ahead = 3600
        tell(folder, "resume")
        if action == "shuffle":
            folder.send("answer", "Ada", prompt=held[0]["prompt"], answer="done")
        lab.lay("late", " ".join(reversed(DECK)))

    texts = [('name = "shuffles"', 'name = "shuffles"\npatience_s = 600')]
    lab.attend(machine="fair_shuffler", answers=answers)
    lab.when(prompted(action), pause)
    folder, outcome = lab.run(lab.hand_plan(1, texts=texts), "operator://", lab.reader)

    assert outcome.ending is Ending.COMPLETE, outcome.reasons
    assert [each.command for _, each in RunHistory.of(folder).summary.commands] == ["pause", "resume"]


def test_what_the_inbox_holds_is_not_trusted(lab, records):
    def answers(prompt, answer):
        if prompt["action"] == "software":
            inbox = lab.space.path / "runs" / "run" / "inbox"
            for number, text in enumerate(
                ["", "[]", '{"command": "explode", "who": "x"}', '{"command": "stop"}', "\xff"]
            ):
                (inbox / f"{number}.json").write_text(text, encoding="latin-1")
            answered = inbox / "9.tmp"  # an answer that is read half would not be one
            answered.write_text(
                f'{{"command": "answer", "who": "x", "prompt": {prompt["prompt"]}, "answer": "a\\ud800; 1"}}'
            )
            answered.rename(inbox / "9.json")
            return True
        return False

    lab.attend(machine="fair_shuffler", answers=answers)
    folder, outcome = lab.run(lab.hand_plan(1), "operator://", lab.reader)

    assert outcome.ending is Ending.COMPLETE, outcome.reasons
    commands = records(folder, RecordType.COMMAND)
    assert [command["command"] for command in commands] == ["unreadable"] * 5
    assert RunHistory.of(folder).summary.software[0][0].name == "a?"


@pytest.mark.parametrize("how", ["read", "chained"])
def test_inputs_may_be_read_or_chained(lab, how, records):
    """Read: the reader sees the deck before each shuffle too.  Chained: the last output goes in as it lies."""

    def answers(prompt, answer):
        if prompt["action"] != "read_input":
            return False
        lab.lay(f"input-{prompt['prompt']}", " ".join(DECK))
        return True

    lab.attend(machine="fair_shuffler", answers=answers)
    plan = lab.hand_plan(3, texts=[('input = "reset"', f'input = "{how}"')])
    folder, outcome = lab.run(plan, "operator://", lab.reader)

    assert outcome.ending is Ending.COMPLETE
    observed = records(folder, RecordType.OBSERVED)
    assert {each["input_known"] for each in observed} == {how}
    if how == "chained":
        assert [each["data"][0][0] for each in observed[1:]] == [each["data"][0][1] for each in observed[:-1]]
