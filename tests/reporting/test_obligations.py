"""Which obligations of a chapter the words of a plan name, in every game."""

from dataclasses import replace
from functools import cache

import pytest

from labharness.app.plug_ins.discovery import discover
from labharness.app.services import load_plan
from labharness.assessment.clauses.obligations import NOT_TESTED, named, obligations
from labharness.assessment.clauses.provisions import CODE, provisions, within
from labharness.assessment.runs.subject import Subject
from labharness.games.game import find_game, game_ids, parse_game
from labharness.games.provisions import Aspect
from labharness.model.device import DeviceClass
from labharness.model.results import Decision, Outcome
from tests.support.run_factory import worded, write_run

CARDS = {Aspect.STACK, Aspect.COMPOSITION, Aspect.DEALING, Aspect.STUB}


@cache
def chapters():
    """Return what binds each device class, by game."""
    games = [parse_game(find_game(name), f"{name}.toml") for name in game_ids()]
    found = {
        (game.id, device): [one for one in game.obligations if device in one.devices]
        for game in games
        for device in DeviceClass
    }
    return {key: binding for key, binding in found.items() if binding}


def test_every_citation_of_every_game_is_understood():
    for binding in chapters().values():
        for one in binding:
            assert provisions(one.citation), one.citation


def test_what_is_cited_just_so_is_named():
    for key, binding in chapters().items():
        for one in binding:
            alike = [other for other in binding if other.citation == one.citation]
            rivals = [other for other in alike if other.aspect is not Aspect.APPROVAL]
            found = named(binding, f"{CODE}{one.citation}")
            assert (one.id in found) == (len(alike) == 1 or rivals == [one]), (*key, one.id)


def test_of_a_range_only_what_is_about_the_cards_is_named_besides():
    """Who counts the stacks of (b)-(d) counts the stub of (d); that cards come face down, no count shows."""
    besides = set()
    for (game, device), binding in chapters().items():
        for one in binding:
            found = named(binding, f"{CODE}{one.citation}")
            for other in binding if one.id in found else ():
                if other.id in found and other is not one:
                    assert within(other.citation, one.citation)
                    assert {one.aspect, other.aspect} <= CARDS
                    besides.add((game, one.id, other.id))
                elif other is not one and within(other.citation, one.citation):
                    single = len(provisions(one.citation)) == 1
                    assert single or not {one.aspect, other.aspect} <= CARDS, (game, device, other.id)
    assert besides == {
        ("pai-gow-poker-645a", "stacks-of-seven", "stub-of-four"),
        ("six-card-fortune-pai-gow-poker-588", "stacks-of-six", "stub-of-eleven"),
        ("spanish-21-551", "no-tens", "six-or-eight-decks"),
    }


@pytest.mark.parametrize(
    ("clause", "ids"),
    [
        (f"{CODE}§ 645a.10(b)-(d)", ("stacks-of-seven", "stub-of-four")),
        (f"{CODE}§ 645a.10(d)", ("stub-of-four",)),
        (f"{CODE}§ 645a.10(c)", ()),
        (f"{CODE}§ 645a.3(a)", ("one-joker",)),
        (f"{CODE}§ 645a.10(a)-(d)", ("stacks-of-seven", "stub-of-four")),
        (f"{CODE}§ 645a.10(a)-(d), by analogy", ()),
        ("COMAR 36.05.02.17 F", ()),
    ],
)
def test_what_a_plan_of_its_own_wording_names(clause, ids):
    binding = chapters()["pai-gow-poker-645a", DeviceClass.AUTOMATED_DEALING_SHOE]

    assert named(binding, clause) == ids


def came_of(subject, plan, decisions):
    """Return what each obligation comes to, had the run followed a packaged plan."""
    made = replace(subject, frozen=load_plan(plan, discover()))
    return {one.obligation.id: one.came for one in obligations(made, decisions)}


def decided(*names, outcome=Outcome.PASS):
    return [Decision(name, "counting", outcome, None, None, worded("So.")) for name in names]


@pytest.fixture(scope="module")
def subject(tmp_path_factory):
    return Subject.of(write_run(tmp_path_factory.mktemp("obligations") / "run"))


def test_the_check_of_stacks_and_stub_answers_for_the_stub(subject):
    plan = "pai-gow-poker-645a-dealing-shoe"
    assert came_of(subject, plan, decided("stacks-and-stub"))["stub-of-four"] == "PASS"
    assert came_of(subject, plan, decided("stacks-and-stub", outcome=Outcome.FAIL))["stub-of-four"] == "FAIL"
    assert came_of(subject, plan, [])["stub-of-four"] == NOT_TESTED


def test_a_comparison_with_the_whole_set_answers_what_is_asked_of_the_set(subject):
    plan = "blackjack-633a-batch-shuffler-by-hand"
    assert came_of(subject, plan, decided("composition", "card-count"))["whole-decks"] == "PASS"
    assert came_of(subject, plan, decided("composition", outcome=Outcome.FAIL))["whole-decks"] == "FAIL"
    assert came_of(subject, plan, decided("card-count"))["whole-decks"] == NOT_TESTED
