"""Clauses in a report: which obligations the words of a plan name, law that is not in force, readings, and misprints."""

import datetime as dt
import re
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from labharness.app.planning.plan_prose import plan_prose
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.run_index import run_facts, standing_of_facts
from labharness.app.runs.services import load_plan
from labharness.assessment.clauses.compliance import ComplianceMatrix, Row
from labharness.assessment.clauses.obligations import (
    CODE,
    NOT_APPLICABLE,
    NOT_TESTED,
    named,
    obligations,
    provisions,
    within,
)
from labharness.assessment.conclusion import ExceptionKind, conclude, exceptions
from labharness.assessment.runs.subject import Subject
from labharness.assessment.statements import obligations_counted, plan_reservations
from labharness.evidence.attachments import attach
from labharness.evidence.folder import RunFolder
from labharness.filings.entries.review import Exclusion
from labharness.games.equipment import Aspect
from labharness.games.game import cite, find_game, game_ids, packaged_game, parse_game, readable_games
from labharness.games.mistakes import Data
from labharness.language.catalog import say
from labharness.model.device import DeviceClass
from labharness.model.reasons.conclusion import Compliance
from labharness.model.reasons.decision import Statements
from labharness.model.reasons.game import Games
from labharness.model.results import Decision, Outcome, Qualifier, Verdict
from labharness.plans.coverage import packaged
from labharness.plans.frozen import composable, find_plan, freeze
from labharness.plans.origin import compared
from labharness.plans.suite import small_plan
from labharness.reason import quoted
from labharness.reporting.blocks import Nothing
from labharness.reporting.layout import read_layout
from labharness.reporting.section import SectionPlace
from tests.reporting.test_papers import JAMS, NO_MOTOR
from tests.support.dossiers import DOSSIER_PLAN, GROUNDS, SEAL, dossier, group, shown_of
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


@pytest.fixture(scope="module")
def drawn(rng_run):
    return Subject.of(rng_run[1])


def of(drawn, game):
    return replace(drawn, frozen=replace(drawn.frozen, game=packaged_game(game)))


def test_rescinded_law_stands_beside_the_verdict_and_binds_nobody(drawn):
    result = of(drawn, "high-roll-dice-593")
    by = "46 Pa.B. 5540 (August 27, 2016)"
    standing = (Games.TEMPORARY(chapter="593"), Games.RESCINDED(by=by))
    assert Statements.RESCINDED_LAW(standing=standing) in plan_reservations(result)
    assert obligations_counted(result, 9) == Statements.OBLIGATIONS_RESCINDED(obligations=9, chapter="593")
    assert Qualifier.RESCINDED_LAW in result.standing().qualifiers


def test_temporary_law_is_told_as_temporary(drawn):
    result = of(drawn, "double-attack-blackjack-581")
    standing = (Games.TEMPORARY(chapter="581"), Games.REPLACED(successor="665a"))
    assert Statements.TEMPORARY_LAW(standing=standing) in plan_reservations(result)
    assert obligations_counted(result, 9) == Statements.OBLIGATIONS_TEMPORARY(obligations=9, chapter="581")


def test_law_in_force_binds(drawn):
    result = of(drawn, "blackjack-633a")
    assert not any(
        reason.is_a(Statements.RESCINDED_LAW, Statements.TEMPORARY_LAW)
        for reason in plan_reservations(result)
    )
    assert obligations_counted(result, 9) == Statements.OBLIGATIONS(obligations=9, chapter="633a")
    assert Qualifier.RESCINDED_LAW not in result.standing().qualifiers


def test_lists_and_windows_know_it_from_the_folder(rng_run, tmp_path):
    folder = RunFolder(Path(shutil.copytree(rng_run[1].path, tmp_path / rng_run[1].run)))
    for text, expected in (
        (b'standing = { kind = "temporary", rescinded_by = "46 Pa.B. 5540" }\n', True),
        (b'[standing]\nkind = "temporary"\nrescinded_by = "46 Pa.B. 5540"\n', True),
        (b'# rescinded_by = "46 Pa.B. 5540"\nstanding = { kind = "temporary" }\n', False),
    ):
        (folder.path / "game.toml").write_bytes(text)
        facts = run_facts(folder)
        assert (Qualifier.RESCINDED_LAW in standing_of_facts(facts).qualifiers) is expected
        assert facts["rescinded_law"] is expected
    (folder.path / "game.toml").unlink()
    assert not folder.under_rescinded_law


PACKAGED = "blackjack-633a-batch-shuffler-1-decks"


def test_a_plan_of_the_product_differs_in_nothing():
    result = compared(freeze(find_plan(PACKAGED)[0], "plan.toml"))
    assert (result.id, result.values, result.keys) == (PACKAGED, 0, ())


def test_a_cut_of_it_is_compared_with_the_whole():
    result = compared(freeze(small_plan(PACKAGED, {"shuffles": {"units": 65}}), "plan.toml"))
    cut = ("stages shuffles.units", "checks identified-shuffler.parameters.budget")
    assert (result.id, result.values, result.keys) == (PACKAGED, 2, cut)


def test_another_plan_and_missing_detection_rates_are_named(tmp_path):
    other, missing = plan_reservations(Subject.of(write_run(tmp_path / "run")))
    assert other.is_a(Statements.PLAN_OTHER)
    assert missing == Statements.POWER_MISSING()


LAYOUT = next(section for section in read_layout().sections if section.name == "readings")
MAGIC = '[[checks]]\nid = "magic"\ncheck = "outcome_law"\nstage = "shuffles"\nrole = "informational"\n'
MAGIC += 'parameters = { rule = "in-between", reading = "ace low", hands = 1 }\n'


@pytest.fixture(scope="module")
def report(tmp_path_factory, text_of):
    head, rest = PLAN.split("[[checks]]", 1)
    return " ".join(
        text_of(write_run(tmp_path_factory.mktemp("readings") / "run", plan=f"{head}{MAGIC}[[checks]]{rest}"))
    )


def test_only_readings_on_which_a_check_depends_stand_in_the_report(report):
    every = [reading.id for reading in packaged_game("blackjack-633a").readings]
    shown = [each for each in every if f"({each})" in report.replace(" ", "")]
    assert 1 <= len(shown) < len(every)
    assert "Readings of the chapter" in report


def test_the_reading_that_a_check_took_is_told_from_the_default(report):
    assert "ace low: magic" in report
    assert "– ace high (default)" in report


def test_both_layouts_have_it():
    for name in ("run_report.toml", "pa_461a_4.toml"):
        assert "readings" in [section.name for section in read_layout(name=name).sections]


def test_a_game_that_is_read_in_one_way_only_says_so(sections):
    bare = next(game for game in readable_games()[0].values() if not game.readings)
    frozen = freeze(find_plan(f"{bare.id}-{bare.devices[0].device.value.replace('_', '-')}")[0], "plan.toml")
    (text,) = sections["readings"].draw(SimpleNamespace(frozen=frozen), SectionPlace(LAYOUT, "Report"))
    assert isinstance(text, Nothing)


UNMARKED = re.compile(r"§ 645\.14(?!\d)(?:\(\w+\)|, (?=\()|-(?=\())*(?!\(|, \(|-\(| \[sic, § 645a\.14\])")
MARKED = "§ 645.14(h), (k) [sic, § 645a.14]"


def citations(part):
    """Yield every citation of a game file or plan, however deep it stands."""
    for name in type(part).model_fields:
        value = getattr(part, name)
        if name in ("citation", "clause"):
            yield value
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Data):
                yield from citations(each)


@pytest.mark.parametrize("game", game_ids())
def test_every_clause_of_every_game_is_marked_once_or_left_alone(game):
    problems = set(citations(packaged_game(game)))
    assert problems
    for each in problems:
        assert UNMARKED.search(cite(each)) is None
        assert cite(cite(each)) == cite(each)
        assert (cite(each) != each) is ("645.14" in each), each


def test_every_plan_says_it_marked():
    catalog, marked = discover(), 0
    for name in (*packaged(), *composable()):
        text = find_plan(name)[0]
        if b"645" in text:
            prose = plan_prose(freeze(text, name), catalog)
            words = "\n".join(
                say(each) for entry in prose for each in entry.sentences if not each.is_a(Games.MISPRINT)
            )
            assert UNMARKED.search(words) is None, name
            marked += words.count("[sic, § 645a.14]")
    assert marked


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run whose plan cites nothing but the misprinted section."""
    plan = re.sub(r'(?m)^(clause|citation) = ".*"$', r'\1 = "58 Pa. Code § 645.14(h), (k)"', PLAN)
    return write_run(tmp_path_factory.mktemp("misprint") / "run", plan=plan)


def test_every_page_of_a_run_prints_it_marked(run, text_of):
    text = " ".join(" ".join(text_of(run)).split())
    assert MARKED in text
    assert UNMARKED.search(text) is None


def test_an_excluded_clause_is_among_what_was_lifted_however_it_was_filed(run):
    printed = "58 Pa. Code § 645.14(h), (k)"
    result = dossier({}, groups=(group(Subject.of(run)),))
    day = dt.date(2026, 9, 12)
    word = {"by": "authorizer-c", "date": day, "source": "the submitter's letter", "reason": "One deck only."}
    excluded = Exclusion(id="x", clause=printed, files=GROUNDS, **word)
    result = replace(
        result, submission=replace(result.submission, entries=(*result.submission.entries, excluded))
    )
    row = Row(cite(printed), "", "seen", (), NOT_APPLICABLE)
    answer = replace(conclude(result), matrices=(ComplianceMatrix(Compliance.GENERAL_LAW(), (row,)),))
    lifted = [lifted.things for lifted in exceptions(result, answer) if lifted.kind is ExceptionKind.CLAUSE]
    assert lifted == [(quoted(printed),)]


def test_every_page_of_a_submission_prints_it_marked(run, sections):
    text = shown_of(dossier({}, groups=(group(Subject.of(run)),)), sections).text
    assert MARKED in text
    assert UNMARKED.search(text) is None
