"""How long people are needed for a plan, by a table of handling times, and who must be at the bench."""

import ast
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from labharness.errors import PlanError
from labharness.model.observations import InputKnown, Kind
from labharness.plans.attendance import (
    FILE,
    Attendance,
    BenchSetup,
    PersonTask,
    Presence,
    laboratory_times,
    packaged_file,
    people_needed,
    usual_times,
    waits_for_person,
)
from labharness.plans.frozen import find_composed, freeze
from labharness.plans.plan import Acquire, Count, Identify, Load, ValidateCapture

HOUR = 3600


def needed(name, times=None):
    frozen = freeze(find_composed(name), name)
    return Attendance.of(frozen.plan, frozen.game, frozen.cards.size if frozen.cards else 0, times)


def test_sessions_are_those_that_no_session_exceeds():
    for sample, items, sessions, divided in (
        (0, 0, 1, 1),
        (6 * HOUR, 0, 1, 1),
        (6 * HOUR + 1, 0, 2, 1),
        (12 * HOUR, 12, 3, 2),
    ):
        attendance = Attendance(sample, 0, items, 120, 300, 6 * HOUR)
        assert (attendance.sessions, attendance.divided) == (sessions, divided), (sample, items)


def test_units_that_nobody_reads_are_dealt_all_the_same():
    name = "blackjack-633a-continuous-shuffler"
    (stage,) = freeze(find_composed(name), name).plan.acquisitions
    assert (stage.units, stage.round_cards) == (1000, 20)
    read = stage.independent_reads * (15 + 80 * 20 / 52)
    assert needed(name).sample == pytest.approx(1000 * 25 + read)
    assert needed("pai-gow-poker-645a-automated-dealing-shoe").sample > 530 * 60


def test_more_decks_and_more_dice_take_longer():
    each, eight = (needed(f"blackjack-633a-batch-shuffler-{decks}-decks").trial for decks in (1, 8))
    assert (each, eight) == (120, 260)
    assert "trials of about 4.3 minutes" in needed("blackjack-633a-batch-shuffler-8-decks").words
    times = usual_times()
    assert [times.thrown(dice) for dice in (1, 3, 10)] == [12, 16, 30]
    assert needed("high-roll-dice-593-dice-shaker").sample == 863 * 30


def test_a_laboratory_edits_the_table(tmp_path):
    assert laboratory_times(tmp_path) == usual_times()
    own = packaged_file().replace(b"throw = 10 ", b"throw = 40 ")
    (tmp_path / FILE).write_bytes(own.replace(b"trial_deck = 20 ", b"trial_deck = 60 "))
    times = laboratory_times(tmp_path)
    assert (times.throw, times.trial_deck) == (40, 60)
    assert needed("high-roll-dice-593-dice-shaker", times).sample == 863 * 60
    assert needed("blackjack-633a-batch-shuffler-8-decks", times).trial == 540
    assert find_composed.__wrapped__("high-roll-dice-593-dice-shaker") == find_composed(
        "high-roll-dice-593-dice-shaker"
    )


@pytest.mark.parametrize("change", ["throw = 0", "throw = true", "hop = 3\nthrow = 10", "thorw = 10"])
def test_a_table_with_a_mistake_is_refused(tmp_path, change):
    (tmp_path / FILE).write_bytes(packaged_file().replace(b"throw = 10", change.encode()))
    with pytest.raises(PlanError):
        laboratory_times(tmp_path)


def test_every_time_of_the_table_matters():
    names = (
        "pai-gow-poker-645a-computerized-rng-by-hand",
        "blackjack-633a-batch-shuffler",
        "blackjack-633a-continuous-shuffler",
        "high-roll-dice-593-dice-shaker",
    )
    before = {name: needed(name) for name in names}
    table = tomllib.loads(packaged_file().decode())
    for key in sorted(table.keys() - {"schema", "session"}):
        times = usual_times().model_copy(update={key: getattr(usual_times(), key) * 2})
        assert any(needed(name, times).seconds > before[name].seconds for name in names), key
    assert replace(before[names[0]], session=HOUR).sessions > before[names[0]].sessions


def test_numbers_are_entered_in_a_session_and_known_decks_are_time_of_people():
    for name in ("pai-gow-poker-645a-computerized-rng-by-hand", "blackjack-633a-table-game-system-by-hand"):
        frozen = freeze(find_composed(name), name)
        stages = frozen.plan.acquisitions
        assert needed(name).sample == len(stages) * 1500 * 2 * 3 <= 6 * HOUR
        reason = frozen.plan.sample_size_reason
        assert reason.count("They do not show the bias of a byte") == len(stages)
    # A plan that lays five known decks before and after is not "none for a sample".
    attendance = Attendance(0, 0, 0, 120, 300, 6 * HOUR, decks=10, deck=60)
    assert attendance.seconds == 600
    assert attendance.words == "about 0.2 hours for 10 known decks: one session"


ROOT = Path(__file__).parents[2]

VALIDATE = ValidateCapture(name="reader", kind="validate_capture", decks=5)
LOAD = Load(name="cards", kind="load")
DRAWS = Acquire(name="draws", kind="acquire", observes=Kind.DRAW, units=600, selection="position")
READ = Acquire(
    name="rounds", kind="acquire", observes=Kind.ROUND, units=100, round_cards=20, independent_reads=6
)


def reset(units):
    return Acquire(
        name="shuffles", kind="acquire", observes=Kind.SHUFFLE, input=InputKnown.RESET, units=units
    )


RESTARTED = DRAWS.model_copy(update={"observes": Kind.BYTES, "restart": True})
JAMMING = DRAWS.model_copy(update={"jams_allowed": 2})
NAMED = Identify(name="i", kind="identify")
NEEDS = [
    (VALIDATE, {}, PersonTask.KNOWN_DECKS, Presence.DURING), (VALIDATE, {"reader": False}, None, None),
    (LOAD, {}, PersonTask.PUT_IN, Presence.BEFORE), (LOAD, {"solid": False}, None, None),
    (DRAWS, {}, None, None), (DRAWS, {"by_hand": True}, PersonTask.FEED, Presence.DURING),
    (READ, {}, PersonTask.READ, Presence.DURING), (READ, {"reader": False}, None, None),
    (reset(260), {}, PersonTask.PUT_IN, Presence.DURING), (reset(260), {"solid": False}, None, None),
    (reset(1), {}, PersonTask.PUT_IN, Presence.BEFORE),
    (Count(name="c", kind="count", by="hand"), {}, PersonTask.COUNT, Presence.DURING),
    (Count(name="c", kind="count"), {}, None, None),
    (NAMED, {}, None, None), (NAMED, {"by_hand": True}, PersonTask.NAME_PLATE, Presence.DURING),
    (RESTARTED, {}, PersonTask.RESTART, Presence.DURING), (JAMMING, {}, PersonTask.CLEAR_JAM, Presence.ON_JAM),
]  # fmt: skip


def test_each_stage_needs_whom_its_prompts_ask():
    for stage, setup, task, when in NEEDS:
        needs = people_needed([stage], BenchSetup(**setup))
        assert [(need.task, need.when) for need in needs] == ([(task, when)] if task else []), (stage, setup)
        waits = (stage.name,) if when is Presence.DURING else ()
        assert waits_for_person(needs) == waits, (stage, setup)


PROMPTS = {
    "acquire.py": {
        "confirm": PersonTask.FEED,
        "shuffle": PersonTask.FEED,
        "deal": PersonTask.FEED,
        "put_back": PersonTask.COUNT,
        "unload": PersonTask.COUNT,
    },
    "control.py": {},
    "procedures.py": {"restore": PersonTask.PROCEDURE, "confirm": PersonTask.NAME_PLATE},
    "recovery.py": {"clear_jam": PersonTask.CLEAR_JAM, "confirm": PersonTask.RESTART},
    "run.py": {"confirm": None},
}
"""Each place of the runner that asks a person, and the task that speaks of it; None after a break alone."""


def test_every_prompt_of_the_runner_belongs_to_a_task():
    """A new prompt of the runner is missing here until presence knows of it."""
    asked = {}
    for file in sorted((ROOT / "labharness/runner").glob("*.py")):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr in ("ask", "prompt")
                and isinstance(call.func.value, ast.Attribute)
                and call.func.value.attr == "control"
            ):
                names = asked.setdefault(file.name, set())
                if isinstance(call.args[0], ast.Constant):
                    names.add(call.args[0].value)
    assert asked == {name: set(tasks) for name, tasks in PROMPTS.items()}
