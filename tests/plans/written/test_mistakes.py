"""Every mistake of a plan names its key and its line, and keys as people write them lead to their places."""

import tomllib

import pytest

from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.services import load_plan
from labharness.errors import PlanError
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.plan import Plans
from labharness.plans.frozen import find_plan
from labharness.plans.written.mistakes import find_mistakes, key_path

NAME = "blackjack-633a-batch-shuffler-by-hand"
CATALOG = discover()


def found(*changes):
    text = find_plan(NAME)[0].decode()
    for old, new in (*changes, (f'id = "{NAME}"', 'id = "mine"')):
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(PlanError) as caught:
        load_plan("mine", CATALOG, text.encode())
    lines = text.split("\n")
    mistakes = find_mistakes(caught.value.problems, text.encode(), "mine.toml")
    return [(mistake.key, mistake.line and lines[mistake.line - 1], mistake.problem) for mistake in mistakes]


def test_mistakes_are_named_at_once_each_at_its_part():
    mistakes = found(
        ("units = 260", "units = 0"), ("decks = 1\n", 'decks = "one"\n'),
        ('otherwise = "stop"', 'otherwise = "halt"'), ('kind = "count"\n', 'kind = "count"\nextra = 1\n'),
    )  # fmt: skip
    assert [(key, line) for key, line, _ in mistakes] == [
        ("game.decks", 'decks = "one"'),
        ("stages 3.otherwise", 'otherwise = "halt" # a night with a reader that misreads proves nothing'),
        ("stages 4.units", "units = 0"),
        ("stages 5.extra", "extra = 1"),
    ]
    for change, key, code in (
        (('cites = "pa-633a-5-a"', 'cites = "nobody"'), "checks 1", Plans.CITATION_MISSING),
        (('id = "composition"', 'id = "card-count"'), "checks 1", Inputs.TWICE),
        (('check = "composition"', 'check = "compositions"'), "checks 2", Inputs.UNKNOWN),
        (('set = "hand-dealt"', 'set = "no-such-set"'), "game", None),
        (('id = "blackjack-633a"', 'id = "blackjack-000"'), "", Inputs.UNKNOWN),
    ):
        ((at, line, problem),) = [each for each in found(change) if each[0] == key]
        assert (line is None) == (key == ""), (change, key)
        assert code is None or problem.is_a(code), (change, key)
        assert at == key, (change, key)


def test_a_missing_key_is_at_its_table_and_what_is_no_toml_names_its_line():
    ((key, line, problem),) = found(("units = 260\n", ""))
    assert (key, line) == ("stages 4.units", "[[stages]]")
    assert problem.is_a(Inputs.KEY_MISSING)
    ((key, line, problem),) = found(("units = 260", "units = "))
    assert (key, line) == ("", "units = ")
    assert problem.is_a(Inputs.NOT_TOML)


PLAN = tomllib.loads(find_plan("blackjack-633a-batch-shuffler-by-hand")[0].decode())
FIRST = PLAN["stages"][0]["name"]


def test_a_key_leads_to_its_place_and_an_entry_that_is_not_there_names_those_that_are():
    for key, path in (
        ("title", ("title",)),
        ("game.decks", ("game", "decks")),
        (f"stages {FIRST}.units", ("stages", 0, "units")),
        ("stages 2.units", ("stages", 1, "units")),
        (f"checks {PLAN['checks'][1]['id']}.parameters.least", ("checks", 1, "parameters", "least")),
        ("stages", ("stages",)),
        ("unknown", ("unknown",)),
    ):
        assert key_path(key, PLAN) == path, (key, path)
    for key, what, entry in (
        ("stages nothing.units", Noun.STAGE, "nothing"),
        ("stages.units", Noun.STAGE, ""),
        ("stages 0.units", Noun.STAGE, "0"),
        ("checks 99.check", Noun.CHECK, "99"),
        ("citations none.text", Noun.CITATION, "none"),
    ):
        with pytest.raises(PlanError) as caught:
            key_path(key, PLAN)
        (problem,) = caught.value.problems
        assert (problem["what"], problem["name"]) == (what, entry), (key, what)
        assert FIRST in problem["known"] or what is not Noun.STAGE, (key, what)
