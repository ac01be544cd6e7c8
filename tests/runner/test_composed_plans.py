"""Plans made of a game and a device class, carried out on a fair simulated device and on a faulty one."""

import tomllib

import pytest

from labharness.app.reports import build
from labharness.evidence.verify import verify
from labharness.model.results import Ending, Outcome
from labharness.plans.composed import composable
from labharness.plans.frozen import find_plan

UNITS = {"shuffles": 24, "rounds": 300, "deals": 60, "deals-to-one": 12}
OUTCOMES = 20_000
SAMPLES = {"magic-card": 110_000, "raw": 200_000}


def small(lab, plan_id):
    """Cut the samples and the trials down; procedures that only people can do are left out."""
    plan = tomllib.loads(find_plan(plan_id)[0].decode())
    stages, people = {}, []
    for stage in plan["stages"]:
        name, kind = stage["name"], stage["kind"]
        if kind == "procedure" and stage["action"] == "other":
            people.append(name)
        elif kind == "procedure":
            stages[name] = {"trials": 2}
        elif kind == "validate_capture":
            stages[name] = {"decks": 1}
        elif kind == "acquire" and stage["observes"] in ("draw", "bytes"):
            few = {"units": 360}
            stages[name] = (
                few if plan["device_class"] == "dice_shaker" else {"units": SAMPLES.get(name, OUTCOMES)}
            )
        elif kind == "acquire":
            stages[name] = {"units": UNITS[name], "independent_reads": 2}
    if "sessions" in plan:
        return lab.plan(
            plan_id, stages, without=people, texts=[(f"sessions = {plan['sessions']}\n", "sessions = 1\n")]
        )
    return lab.plan(plan_id, stages, without=people)


PORTS = {
    "continuous_shuffler": "continuous_shuffler",
    "reshuffling_shoe": "reshuffling_shoe",
    "automated_dealing_shoe": "dealing_shoe",
    "computerized_rng": "rng",
    "table_game_system": "table_game_system",
}
BY_HAND = {"batch_shuffler": "fair_shuffler", "dice_shaker": "dice_shaker"}


def carry_out(lab, plan_id, *faults):
    device = composable()[plan_id][1].value
    if device in PORTS:
        url = lab.device(PORTS[device], *faults, read=True)
        lab.attend()
    else:
        url = "operator://"
        lab.attend(machine=BY_HAND[device], faults=faults)
    return lab.run(small(lab, plan_id), url, lab.reader)


# Every game once, every device class that can be simulated at least once.
FAIR = [
    "21-baccarat-681a-reshuffling-shoe",
    "blackjack-633a-table-game-system",
    "criss-cross-poker-592-automated-dealing-shoe",
    "double-attack-blackjack-581-batch-shuffler",
    "double-back-jack-591-continuous-shuffler",
    "flop-poker-583-batch-shuffler",
    "free-bet-blackjack-590-reshuffling-shoe",
    "high-roll-dice-593-dice-shaker",
    "lunar-poker-589-automated-dealing-shoe",
    "midibaccarat-629a-batch-shuffler",
    "minibaccarat-541-continuous-shuffler",
    "pai-gow-535-dice-shaker",
    "pai-gow-poker-645a-computerized-rng",
    "props-and-hops-585-dice-shaker",
    "raise-it-up-stud-poker-587-automated-dealing-shoe",
    "six-card-fortune-pai-gow-poker-588-automated-dealing-shoe",
    "spanish-21-551-batch-shuffler",
]


@pytest.mark.parametrize("plan_id", FAIR)
def test_a_fair_device_passes(lab, plan_id):
    folder, outcome = carry_out(lab, plan_id)

    assert outcome.ending is Ending.COMPLETE
    assert outcome.verdict.outcome is Outcome.PASS, outcome.verdict.reasons
    assert verify(folder.path).clean


FAULTY = [
    ("blackjack-633a-batch-shuffler", "returned_unshuffled=1", "unshuffled-deck"),
    ("minibaccarat-541-batch-shuffler", "kept_inside=1@3", "card-count"),
    ("flop-poker-583-batch-shuffler", "wrong_count", "stage-card-missing"),
    ("pai-gow-poker-645a-reshuffling-shoe", "duplicated_card=JD", "composition"),
    ("double-attack-blackjack-581-reshuffling-shoe", "wrong_count", "stage-card-too-many"),
    ("criss-cross-poker-592-automated-dealing-shoe", "kept_inside=1@10", "stacks-in-deals"),
    ("six-card-fortune-pai-gow-poker-588-automated-dealing-shoe", "missing_card=JK", "composition-in-deals"),
    ("pai-gow-poker-645a-computerized-rng", "stuck_bit=3", "raw-bit-frequency"),
    ("blackjack-633a-table-game-system", "modulo_bias", "frequency-of-magic-card"),
    ("props-and-hops-585-dice-shaker", "stuck_bit=0", "frequency-of-two-dice"),
]


@pytest.mark.parametrize(("plan_id", "fault", "found_by"), FAULTY)
def test_a_faulty_device_fails_by_name(lab, plan_id, fault, found_by):
    _, outcome = carry_out(lab, plan_id, fault)

    assert outcome.verdict.outcome is Outcome.FAIL
    assert found_by in {one.check_id for one in outcome.verdict.decisions if one.outcome is Outcome.FAIL}


def test_a_plan_of_inspections_alone_needs_nobody_but_people(lab):
    asked = []

    def people(prompt, answer):
        asked.append(prompt)
        words = {"identify": "Sim; shoe; 1; none; manual_shoe"}
        answer(words.get(prompt["action"], "n/a: not on this bench"))
        return True

    lab.attend(answers=people)
    folder, outcome = lab.run("baccarat-545-manual-shoe", "operator://")

    assert outcome.verdict.outcome is Outcome.PASS
    assert {one["action"] for one in asked} == {"identify", "inspect"}
    assert any("§ 603a.17(c)" in one["text"] for one in asked)
    assert build(lab.space, folder).stat().st_size > 1000
    assert verify(folder.path).clean
