"""Keys as people write them lead to the places that they name, and to a sentence where there is none."""

import tomllib

import pytest

from labharness.errors import PlanError
from labharness.model.reasons.inputs import Noun
from labharness.plans.frozen import find_plan
from labharness.plans.written.mistakes import key_path

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
