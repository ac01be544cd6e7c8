"""Every device class, from the plan of a game to the verdict: a sound machine passes, and each fault has a name."""

import pytest
from numpy.random import PCG64, Generator

from labharness.app.reports.reverify import reverify
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.language.catalog import say
from labharness.model.reasons.conduct import Adapters
from labharness.model.reasons.run import Shown
from labharness.model.results import Ending, Outcome
from labharness.reason import dump_reason, load_reason
from tests.support.lab import FACES, carry_out, of, small
from tests.support.recorded import reasons_of


def failed(outcome):
    return {decision.check_id for decision in outcome.verdict.decisions if decision.outcome is Outcome.FAIL}


SHUFFLER = ("two_batch_shuffler", "flop-poker-583-batch-shuffler")
SHOE = ("reshuffling_shoe", "double-attack-blackjack-581-reshuffling-shoe")
STACKS = ("dealing_shoe", "criss-cross-poker-592-automated-dealing-shoe")
SIDES = ("double_shoe", "blackjack-633a-double-shoe")
DICE = ("dice_shaker", "pai-gow-535-dice-shaker")
TWO_AND_TEN_DICE = (
    ("dice_shaker", "props-and-hops-585-dice-shaker"),
    ("dice_shaker", "high-roll-dice-593-dice-shaker"),
)
SELECTIONS = ("table_game_system", "blackjack-633a-table-game-system")


@pytest.mark.parametrize(
    ("machine", "plan_id"),
    [
        *(SHUFFLER, STACKS, SIDES, *TWO_AND_TEN_DICE[1:]),
        *(pytest.param(*each, marks=pytest.mark.long) for each in (SHOE, SELECTIONS, TWO_AND_TEN_DICE[0])),
    ],
)
def test_a_sound_machine_passes_unattended(lab, machine, plan_id):
    """Those whose classes ``tests/contracts/test_faults.py`` leaves to make long, for their large samples."""
    folder, outcome = carry_out(lab, machine, plan_id)

    assert outcome.ending is Ending.COMPLETE
    assert outcome.verdict.outcome is Outcome.PASS, outcome.verdict.reasons
    assert verify(folder.path).clean


def test_a_die_with_a_seven_is_a_violation_where_the_shaker_reports_it(lab):
    machine, plan_id = DICE
    lab.attend()
    _, outcome = lab.run(small(lab, plan_id), lab.device(machine, "beyond_range=0.05"), None)

    assert outcome.verdict.outcome is Outcome.FAIL
    assert any(name.startswith("frequency-of-") for name in failed(outcome))
    assert "is 7" in " ".join(map(say, outcome.verdict.reasons))


def test_people_cannot_enter_a_seven_and_are_told_where_it_stands(lab, records):
    """It is asked for again, and where it does not end, the run does, without a verdict on the dice."""
    lab.attend(machine="dice_shaker", faults=["beyond_range=1"])
    folder, outcome = lab.run(small(lab, DICE[1]), "operator://")

    assert (outcome.ending, outcome.verdict.outcome) == (Ending.ERROR, Outcome.INCONCLUSIVE)
    asked = [record["data"] for record in records(folder, RecordType.PROMPT, action="draw")]
    seven = Adapters.NOT_A_NUMBER(line=1, column=1, word="7", low=1, high=6)
    assert asked[1]["reasons"] == [dump_reason(seven)]
    assert records(folder, RecordType.OBSERVED) == []


def test_throws_that_two_people_enter_differently_are_kept_and_entered_again(lab, records):
    lab.attend(machine="dice_shaker", misread=0.05)
    folder, outcome = lab.run(small(lab, DICE[1], sound=True, faces=75), "operator://")

    assert outcome.ending is Ending.COMPLETE
    observed, rejected = records(folder, RecordType.OBSERVED), records(folder, RecordType.REJECTED)
    assert {each["source"] for each in observed} == {"hand_entered"}
    assert len(observed) == 25
    reasons = [load_reason(each) for entry in rejected for each in entry["reasons"]]
    assert all(each.is_a(Adapters.ENTRIES_DIFFER) for each in reasons)
    finished = records(folder, RecordType.STAGE_FINISHED)
    (text,) = [reasons_of(each) for each in finished if each["stage"] == "starting-dice"]
    wrong, result = len(rejected), 25 + len(rejected)
    assert wrong
    again = Shown.READS_REPEATED(rejected=wrong, made=result, share=wrong / result)
    assert text == (Shown.UNITS_RECORDED(recorded=75, planned=75), again)
    asked = [record["action"] for record in records(folder, RecordType.PROMPT)]
    assert (asked.count("draw"), asked.count("outcomes")) == (25, 25 + 2 * wrong)
    assert verify(folder.path).clean
    assert reverify(lab.space, folder).same


def test_throws_are_taken_from_files_and_a_slip_is_corrected(lab, records, tmp_path):
    """The first file names the shaker, each other one holds a throw; one that does not is asked for again."""
    folder = tmp_path / "throws"
    folder.mkdir()
    faces = Generator(PCG64(4614)).integers(1, 7, size=(FACES // 3, 3))
    written = [" ".join(map(str, throw)) for throw in faces]
    texts = ["Shake Co; S-3; 12; none; dice_shaker", *written]
    texts.insert(11, "3 4\n7")

    def write(_):
        for number, text in enumerate(texts):
            draft = folder / f"{number:04d}.tmp"
            draft.write_text(text, encoding="utf-8")
            draft.rename(draft.with_suffix(".txt"))

    lab.attend()
    lab.when(of(RecordType.CONNECTED), write)
    run, outcome = lab.run(small(lab, DICE[1], sound=True), f"watch://{folder}")

    assert outcome.verdict.outcome is Outcome.PASS, outcome.verdict.reasons
    assert [record["data"] for record in records(run, RecordType.OBSERVED)] == [[text] for text in written]
    assert {record["source"] for record in records(run, RecordType.OBSERVED)} == {"hand_entered"}
    (asked,) = [record["data"] for record in records(run, RecordType.PROMPT, action="confirm")]
    seven = Adapters.NOT_A_NUMBER(line=2, column=1, word="7", low=1, high=6)
    assert asked["reasons"] == [dump_reason(Adapters.IN_FILE(file="0011.txt", why=(seven,)))]
    assert verify(run.path).clean
    assert reverify(lab.space, run).same
