"""Who must be at the bench: against a reading of the runner's own prompts, and the stages of every packaged plan."""

import ast
from pathlib import Path

from labharness.model.observations import InputKnown, Kind
from labharness.plans.attendance import BenchSetup, PersonTask, Presence, people_needed, waits_for_person
from labharness.plans.plan import Acquire, Count, Identify, Load, ValidateCapture

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


def test_each_stage_needs_whom_its_prompts_ask():
    for stage, setup, expected in (
        (VALIDATE, BenchSetup(), {(PersonTask.KNOWN_DECKS, Presence.DURING)}),
        (VALIDATE, BenchSetup(reader=False), set()),
        (LOAD, BenchSetup(), {(PersonTask.PUT_IN, Presence.BEFORE)}),
        (LOAD, BenchSetup(solid=False), set()),
        (DRAWS, BenchSetup(), set()),
        (DRAWS, BenchSetup(by_hand=True), {(PersonTask.FEED, Presence.DURING)}),
        (READ, BenchSetup(), {(PersonTask.READ, Presence.DURING)}),
        (READ, BenchSetup(reader=False), set()),
        (reset(260), BenchSetup(), {(PersonTask.PUT_IN, Presence.DURING)}),
        (reset(1), BenchSetup(), {(PersonTask.PUT_IN, Presence.BEFORE)}),
        (reset(260), BenchSetup(solid=False), set()),
        (Count(name="c", kind="count", by="hand"), BenchSetup(), {(PersonTask.COUNT, Presence.DURING)}),
        (Count(name="c", kind="count"), BenchSetup(), set()),
        (Identify(name="i", kind="identify"), BenchSetup(), set()),
        (
            Identify(name="i", kind="identify"),
            BenchSetup(by_hand=True),
            {(PersonTask.NAME_PLATE, Presence.DURING)},
        ),
        (
            DRAWS.model_copy(update={"observes": Kind.BYTES, "restart": True}),
            BenchSetup(),
            {(PersonTask.RESTART, Presence.DURING)},
        ),
        (
            DRAWS.model_copy(update={"jams_allowed": 2}),
            BenchSetup(),
            {(PersonTask.CLEAR_JAM, Presence.ON_JAM)},
        ),
    ):
        needs = people_needed([stage], setup)
        assert {(need.task, need.when) for need in needs} == expected, (stage, setup)
        assert waits_for_person(needs) == (
            (stage.name,) if any(n.when is Presence.DURING for n in needs) else ()
        ), (stage, setup)


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
