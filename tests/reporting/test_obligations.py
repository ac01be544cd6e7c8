"""Which obligations of a chapter the words of a plan name, in every game."""

from dataclasses import replace
from functools import cache

import pytest

from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.services import load_plan
from labharness.assessment.clauses.obligations import (
    CODE,
    NOT_APPLICABLE,
    NOT_TESTED,
    named,
    obligations,
    provisions,
    within,
)
from labharness.assessment.runs.subject import Subject
from labharness.evidence.attachments import attach
from labharness.games.equipment import Aspect
from labharness.games.game import find_game, game_ids, parse_game
from labharness.model.device import DeviceClass
from labharness.model.results import Decision, Outcome, Verdict
from tests.reporting.test_papers import JAMS, NO_MOTOR
from tests.support.dossiers import DOSSIER_PLAN, SEAL
from tests.support.run_factory import PLAN, worded, write_run

CARDS = {Aspect.STACK, Aspect.COMPOSITION, Aspect.DEALING, Aspect.STUB}


@cache
def chapters():
    """Return what binds each device class, by game."""
    games = [parse_game(find_game(name), f"{name}.toml") for name in game_ids()]
    result = {
        (game.id, device): [obligation for obligation in game.obligations if device in obligation.devices]
        for game in games
        for device in DeviceClass
    }
    return {key: binding for key, binding in result.items() if binding}


def test_every_citation_of_every_game_is_understood():
    for binding in chapters().values():
        for each in binding:
            assert provisions(each.citation), each.citation


def test_what_is_cited_just_so_is_named():
    for key, binding in chapters().items():
        for each in binding:
            alike = [other for other in binding if other.citation == each.citation]
            rivals = [other for other in alike if other.aspect is not Aspect.APPROVAL]
            result = named(binding, f"{CODE}{each.citation}")
            assert (each.id in result) == (len(alike) == 1 or rivals == [each]), (*key, each.id)


def test_of_a_range_only_what_is_about_the_cards_is_named_besides():
    """Who counts the stacks of (b)-(d) counts the stub of (d); that cards come face down, no count shows."""
    besides = set()
    for (game, device), binding in chapters().items():
        for each in binding:
            result = named(binding, f"{CODE}{each.citation}")
            for other in binding if each.id in result else ():
                if other.id in result and other is not each:
                    assert within(other.citation, each.citation)
                    assert {each.aspect, other.aspect} <= CARDS
                    besides.add((game, each.id, other.id))
                elif other is not each and within(other.citation, each.citation):
                    single = len(provisions(each.citation)) == 1
                    assert single or not {each.aspect, other.aspect} <= CARDS, (game, device, other.id)
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
    result = replace(subject, frozen=load_plan(plan, discover()))
    return {tested.obligation.id: tested.came for tested in obligations(result, decisions)}


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


def matrix(folder):
    return {tested.obligation.id: tested.came for tested in obligations(Subject.of(folder))}


def test_every_obligation_stands_with_its_result_or_as_not_tested(tmp_path):
    run = write_run(tmp_path / "run", plan=DOSSIER_PLAN, extra=JAMS)
    attach(run.path, SEAL)
    result = matrix(run)
    shown = dict.fromkeys(("intermixed", "whole-decks", "alternating-batches"), "PASS") | {
        "jam-reshuffle": "FAIL"
    }
    assert {name: came for name, came in result.items() if came != NOT_TESTED} == shown
    idle = matrix(write_run(tmp_path / "idle", plan=DOSSIER_PLAN, extra=NO_MOTOR))
    assert idle["jam-reshuffle"] == NOT_APPLICABLE


def test_random_order_is_no_better_than_any_test_of_order(tmp_path):
    plan = PLAN.replace('"randomness"', '"intermixed"')
    for number, (outcomes, came) in enumerate(
        (
            ({"position-card": Outcome.PASS, "rising": Outcome.FAIL}, "FAIL"),
            ({"position-card": Outcome.INCONCLUSIVE, "rising": Outcome.PASS}, "INCONCLUSIVE"),
            ({}, NOT_TESTED),
            ({"position-card": Outcome.PASS, "rising": Outcome.PASS}, "PASS"),
        )
    ):
        decisions = tuple(
            Decision(name, "laboratory", outcome, 0.5, 0.01, worded("So."))
            for name, outcome in outcomes.items()
        )
        decisions += (Decision("kept", "informational", Outcome.PASS, None, None, worded("So.")),)
        verdict = Verdict(Outcome.INCONCLUSIVE, (worded("So."),), decisions) if outcomes else None
        folder = write_run(tmp_path / f"run-{number}", plan=plan, verdict=verdict)
        assert matrix(folder)["intermixed"] == came
    (folder.path / "plan.toml").write_bytes((folder.path / "plan.toml").read_bytes() + b"\n")
    assert matrix(folder)["intermixed"] == "INCONCLUSIVE"
