"""The power calculator against published and computed sample sizes; seeds are fixed and never searched.

Each row is a sample size that finds a defect with 95% power at the 0.1% level: computed from noncentral
chi-square and normal approximations, not by this program.

Rows of rounds are numbers of pairs after which repeats of cards told apart find the buffer of a continuous shuffler; their exact
law has steps, and with a buffer of 20 of rounds of 20 repeats never occur, so that the real power is 0.9 to 1.
"""

import pytest

from labharness.analysis.laws.intervals import clopper_pearson
from labharness.analysis.power.defects.named import FAIR, defect
from labharness.analysis.power.detection import MOST_UNITS
from labharness.app.plug_ins.discovery import discover
from labharness.model.reasons.plan import Parameters
from labharness.model.reasons.wire import Simulations
from labharness.plans.frozen import find_plan, freeze
from tests.support.detection import power
from tests.support.thinned import every

PLAN = """\
schema = 1
id = "row"
version = 1
title = "One test of one sample"
purpose = "Power."
device_class = "{device}"
sample_size_reason = "As the row says."
decision.fail_fraction = {fail_fraction}
[game]
{game}
[[citations]]
id = "rule"
clause = "A rule"
text = "One test."
status = "seen"
confidence = {confidence}
names = "one"
tail = "{tail}"
[[stages]]
kind = "acquire"
name = "sample"
{stage}
units = {units}
[[checks]]
id = "one"
check = "{check}"
stage = "sample"
cites = "rule"
parameters = {{ {parameters} }}
"""
SHUFFLES = {
    "device": "batch_shuffler",
    "game": 'id = "blackjack-633a"\nset = "hand-dealt"\ndecks = 1',
    "stage": 'observes = "shuffle"\ninput = "reset"',
}
DRAWS = {
    "device": "computerized_rng",
    "game": 'id = "pai-gow-poker-645a"',
    "stage": 'observes = "draw"\nselection = "starting-position"',
}

ROWS = [
    # check, defect, units, tail
    ("position_card", "shelves:10", 284, "right"),
    ("position_card", "queues:20", 311, "right"),
    ("position_card", "single-cycle", 361, "right"),
    ("position_card", "naive-swap", 548, "right"),
    ("inversions", "naive-swap", 156, "two_sided"),
    ("rising_sequences", "riffles:7", 33, "two_sided"),
    ("successions", "shelves:10", 49, "two_sided"),
    ("fixed_points", "transpositions:150", 1250, "two_sided"),
    ("frequency", "remainder:8", 191_000, "right"),
]
LONG_ROWS = [
    ("position_card", "queues:38", 1140, "right"),
    ("position_card", "riffles:5", 809, "right"),
    ("next_card", "riffles:7", 4260, "right"),
    ("inversions", "byte-swap", 1350, "two_sided"),
    ("rising_sequences", "riffles:10", 2180, "two_sided"),
]


ROUND_ROWS = [
    # decks, cards of a round, buffer, pairs of rounds
    (4, 20, 5, 168), (4, 20, 10, 38), (4, 20, 16, 11), (4, 20, 20, 5), (6, 20, 5, 277), (6, 20, 10, 60),
    (6, 20, 16, 18), (6, 20, 20, 7), (4, 40, 5, 198), (4, 40, 10, 40), (4, 40, 16, 15), (4, 40, 20, 9),
]  # fmt: skip


@pytest.fixture(scope="module")
def catalog():
    return discover()


def plan(check, units, tail="right", confidence=0.999, fail_fraction=0.5, parameters="", sample=None):
    sample = sample or (DRAWS if check == "frequency" else SHUFFLES)
    known = {"check": check, "units": units, "tail": tail, "confidence": confidence, "parameters": parameters}
    return freeze(PLAN.format(**known, fail_fraction=fail_fraction, **sample).encode(), "row.toml")


def rounds(decks, drawn, units, check="round_repeats", parameters='by = "copies"', declared=0):
    buffer = f'buffer = {declared}\nbuffer_source = "Submission, page 1"' if declared else ""
    sample = {
        "device": "continuous_shuffler",
        "game": f'id = "blackjack-633a"\nset = "base"\ndecks = {decks}',
        "stage": f'observes = "round"\nround_cards = {drawn}\n{buffer}',
    }
    return plan(check, units, "two_sided", parameters=parameters, sample=sample)


def near(share, replicates, away):
    """Within four standard errors of the simulation of a power of 95%, and so much for rows and their rounding."""
    return share == pytest.approx(0.95, abs=away + 4 * (0.95 * 0.05 / replicates) ** 0.5)


@pytest.mark.long
@pytest.mark.parametrize(("check", "name", "units", "tail"), ROWS)
def test_rows_are_reproduced(catalog, check, name, units, tail):
    assert near(power(plan(check, units, tail), catalog, defect(name), 100).not_passed.share, 100, 0.02)


@pytest.mark.slow
@pytest.mark.parametrize(("check", "name", "units", "tail"), ROWS + LONG_ROWS)
def test_rows_are_reproduced_closely(catalog, check, name, units, tail):
    assert near(power(plan(check, units, tail), catalog, defect(name), 2000).not_passed.share, 2000, 0.02)


@pytest.mark.parametrize("replicates", [40, pytest.param(2000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("decks", "drawn", "buffer", "pairs"), every(4, (pytest.param(*row) for row in ROUND_ROWS))
)
def test_rows_of_rounds_are_reproduced_and_a_third_of_the_rounds_finds_less(
    catalog, decks, drawn, buffer, pairs, replicates
):
    some, few = (
        power(rounds(decks, drawn, number), catalog, defect(f"buffer:{buffer}"), replicates).not_passed.share
        for number in (pairs + 1, max(3, pairs // 3))
    )
    assert near(some, replicates, 0.03) or (buffer >= drawn and some == 1)
    assert few < 0.77


@pytest.mark.parametrize(
    ("check", "parameters"),
    [
        ("round_repeats", 'by = "copies", replicates = 9999'),
        ("reappearance_gaps", "replicates = 2499, ages = 3"),
    ],
)
def test_declared_machine_is_not_spoken_against(catalog, check, parameters):
    """A device with the buffer that its plan declares is fair; one with half of it is not."""
    frozen = rounds(1, 20, 120, check, parameters, declared=16)
    assert power(frozen, catalog, FAIR, replicates=50).not_passed.share < 0.04
    assert power(frozen, catalog, defect("buffer:8"), replicates=10).not_passed.share >= 0.9
    assert power(frozen, catalog, defect("buffer:0"), replicates=10).not_passed.share == 1


def test_rounds_unmixed_after_the_load_are_found(catalog):
    frozen = rounds(1, 9, 80, "drift_after_event", "replicates = 4999, horizon = 5")
    assert power(frozen, catalog, defect("unmixed:3"), replicates=10).not_passed.share == 1
    assert power(frozen, catalog, FAIR, replicates=40).not_passed.share < 0.05


@pytest.mark.slow
@pytest.mark.parametrize(("confidence", "units"), [(0.95, 114_000), (0.99, 148_000), (0.999, 191_000)])
def test_byte_modulo_seven_at_every_level(catalog, confidence, units):
    frozen = plan("frequency", units, "right", confidence)
    assert near(power(frozen, catalog, defect("remainder:8"), 2000).not_passed.share, 2000, 0)


def test_power_grows_with_units_strength_and_level_and_a_quarter_finds_far_less(catalog):
    for check, name, units, tail in ROWS[:5]:
        result = power(plan(check, units // 4, tail), catalog, defect(name), replicates=30)
        assert result.not_passed.share < 0.6

    def share(units=20, name="riffles:7", **levels):
        result = power(plan("rising_sequences", units, "two_sided", **levels), catalog, defect(name), 60)
        return result.not_passed.share

    assert share(10) < share(20) < share(40)
    assert (
        share(name="riffles:9") < share(name="riffles:8") < share(name="riffles:7") < share(name="riffles:6")
    )
    assert share(confidence=0.999) < share(confidence=0.99) < share(confidence=0.9)


def test_the_declared_retest_decides_between_the_levels(catalog):
    strict, lenient = (
        power(plan("rising_sequences", 20, "two_sided", 0.9, part), catalog, defect("riffles:8"), 120)
        for part in (0.9999, 0.001)
    )
    assert strict.not_passed == lenient.not_passed
    assert strict.failed.share > 0.97 * strict.not_passed.share
    # What awaits the retest fails again with about the chance of the first attempt.
    p = lenient.not_passed.share
    assert lenient.failed.share == pytest.approx(p * p, abs=0.12)
    assert lenient.failed.share < strict.failed.share


def test_a_fair_device_is_spoken_against_as_often_as_computed(catalog):
    result = power(plan("position_card", 60, confidence=0.9), catalog, FAIR, replicates=200)
    low, high = clopper_pearson(round(result.not_passed.share * 200), 200, 0.999)
    assert low <= 0.1 <= high
    low, high = clopper_pearson(round(result.failed.share * 200), 200, 0.999)
    assert low <= 0.05 + 0.05 * 0.1 <= high


def test_submissions_do_not_depend_on_how_many_there_are(catalog):
    frozen = plan("rising_sequences", 15, "two_sided")
    seen = []
    some = power(frozen, catalog, defect("riffles:7"), 30, 5, on_done=lambda _, done: seen.append(done))
    assert seen == list(range(1, 31))
    assert power(frozen, catalog, defect("riffles:7"), 30, 5) == some
    more = power(frozen, catalog, defect("riffles:7"), 40, 5)
    assert 0 <= more.found_by["one"] - some.found_by["one"] <= 10
    assert (some.replicates, some.seed, some.units) == (30, 5, {"sample": 15})


@pytest.mark.parametrize("known", ["reset", "chained", "read"])
def test_the_way_the_input_is_known_changes_nothing_for_cards_told_apart(catalog, known):
    frozen = plan("rising_sequences", 33, "two_sided")
    text = frozen.plan_bytes.replace(b'"reset"', f'"{known}"'.encode())
    result = power(freeze(text, "row.toml"), catalog, defect("riffles:7"), 30)
    assert result == power(frozen, catalog, defect("riffles:7"), 30)


def test_defects_act_only_on_their_kind(catalog):
    frozen = freeze(*find_plan("pai-gow-poker-645a-starting-position"))
    result = power(frozen, catalog, defect("stuck-bit:3"), 1)
    assert (result.found_by["bit-runs"], result.found_by["frequency"]) == (1, 0)


@pytest.mark.parametrize("wrong", [{"replicates": 0}, {"seed": -1}])
def test_impossible_questions_are_refused(catalog, wrong, refusal):
    reason = refusal(power, plan("rising_sequences", 20), catalog, FAIR, **wrong)
    assert reason.is_a(Parameters.TOO_SMALL)
    assert {reason["name"]: reason["got"]} == wrong


def test_samples_too_large_to_simulate_are_refused(catalog, refusal):
    reason = refusal(power, plan("frequency", MOST_UNITS + 1), catalog, defect("stuck"))
    assert reason.is_a(Simulations.TOO_MANY_UNITS)
    assert (reason["units"], reason["most"]) == (MOST_UNITS + 1, MOST_UNITS)


def test_early_ends_of_a_monitored_plan_are_failures(catalog):
    content, where = find_plan("blackjack-633a-batch-shuffler-by-hand-monitored")
    frozen = freeze(content, where)
    result = power(frozen, catalog, defect("shelves:10"), 5)
    assert (result.not_passed.share, result.failed.share) == (1, 1)
    early = result.ended_early["shuffles"]
    assert (early.times, set(result.found_by.values())) == (5, {0})
    assert 1 < early.median <= early.most <= 5
    assert power(frozen, catalog, FAIR, 2).ended_early == {}
    unwatched = freeze(*find_plan("blackjack-633a-batch-shuffler-by-hand"))
    assert power(unwatched, catalog, FAIR, 1).ended_early == {}
