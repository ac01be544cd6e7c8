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
from labharness.assessment.compliance import ComplianceMatrix, Row
from labharness.assessment.conclusion import ExceptionKind, conclude, exceptions
from labharness.assessment.obligations import (
    CODE,
    NOT_APPLICABLE,
    NOT_TESTED,
    named,
    obligations,
    provisions,
    within,
)
from labharness.assessment.runs.subject import Subject
from labharness.assessment.statements import obligations_counted, plan_reservations
from labharness.evidence.folder import RunFolder, attach
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
from labharness.reporting.layout import SectionPlace, read_layout
from tests.reporting.test_papers import JAMS, NO_MOTOR
from tests.support.dossiers import DOSSIER_PLAN, GROUNDS, SEAL, dossier, group, shown_of, with_summary
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


@pytest.mark.parametrize(
    ("plan", "check", "beside", "obligation"),
    [
        ("pai-gow-poker-645a-dealing-shoe", "stacks-and-stub", (), "stub-of-four"),
        ("blackjack-633a-batch-shuffler-by-hand", "composition", ("card-count",), "whole-decks"),
    ],
)
def test_a_check_of_the_whole_answers_what_is_asked_of_its_parts(subject, plan, check, beside, obligation):
    """The check of stacks and stub answers for the stub, a comparison with the whole set for the set; a count does not."""
    for decisions, result in (
        (decided(check, *beside), "PASS"),
        (decided(check, outcome=Outcome.FAIL), "FAIL"),
        (decided(*beside), NOT_TESTED),
    ):
        assert came_of(subject, plan, decisions)[obligation] == result


def matrix(subject):
    return {tested.obligation.id: tested.came for tested in obligations(subject)}


def test_every_obligation_stands_with_its_result_or_as_not_tested(tmp_path):
    run = write_run(tmp_path / "run", plan=DOSSIER_PLAN, extra=JAMS)
    attach(run.path, SEAL)
    met = dict.fromkeys(("intermixed", "whole-decks", "alternating-batches"), "PASS")
    tested = {name: how for name, how in matrix(Subject.of(run)).items() if how != NOT_TESTED}
    assert tested == met | {"jam-reshuffle": "FAIL"}
    idle = write_run(tmp_path / "idle", plan=DOSSIER_PLAN, extra=NO_MOTOR)
    assert matrix(Subject.of(idle))["jam-reshuffle"] == NOT_APPLICABLE


def test_random_order_is_no_better_than_any_test_of_order(tmp_path):
    folder = write_run(tmp_path / "run", plan=PLAN.replace('"randomness"', '"intermixed"'))
    run = Subject.of(folder)
    good, bad, open_ = Outcome.PASS, Outcome.FAIL, Outcome.INCONCLUSIVE
    kept = Decision("kept", "informational", good, None, None, worded("So."))
    for position, rising, result in (
        (good, bad, "FAIL"),
        (open_, good, "INCONCLUSIVE"),
        (good, good, "PASS"),
    ):
        decisions = (*decided("position-card", outcome=position), *decided("rising", outcome=rising), kept)
        verdict = Verdict(open_, (worded("So."),), decisions)
        assert matrix(with_summary(run, verdict=verdict))["intermixed"] == result
    assert matrix(with_summary(run, verdict=None))["intermixed"] == NOT_TESTED
    (folder.path / "plan.toml").write_bytes((folder.path / "plan.toml").read_bytes() + b"\n")
    assert matrix(Subject.of(folder))["intermixed"] == "INCONCLUSIVE"


BY = "46 Pa.B. 5540 (August 27, 2016)"


@pytest.mark.parametrize(
    ("game", "stated", "standing", "counted"),
    [
        (
            "high-roll-dice-593",
            Statements.RESCINDED_LAW,
            (Games.TEMPORARY(chapter="593"), Games.RESCINDED(by=BY)),
            Statements.OBLIGATIONS_RESCINDED(obligations=9, chapter="593"),
        ),
        (
            "double-attack-blackjack-581",
            Statements.TEMPORARY_LAW,
            (Games.TEMPORARY(chapter="581"), Games.REPLACED(successor="665a")),
            Statements.OBLIGATIONS_TEMPORARY(obligations=9, chapter="581"),
        ),
        ("blackjack-633a", None, (), Statements.OBLIGATIONS(obligations=9, chapter="633a")),
    ],
)
def test_law_that_is_not_in_force_stands_beside_the_verdict_and_binds_nobody(
    rng_run, game, stated, standing, counted
):
    drawn = Subject.of(rng_run[1])
    result = replace(drawn, frozen=replace(drawn.frozen, game=packaged_game(game)))
    codes = (Statements.RESCINDED_LAW, Statements.TEMPORARY_LAW)
    reasons = [reason for reason in plan_reservations(result) if reason.is_a(*codes)]
    assert reasons == ([stated(standing=standing)] if stated else [])
    assert obligations_counted(result, 9) == counted
    rescinded = Qualifier.RESCINDED_LAW in result.standing().qualifiers
    assert rescinded is (stated is Statements.RESCINDED_LAW)


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


def test_a_plan_is_compared_with_the_packaged_one_whole_or_cut_down():
    cut = small_plan(PACKAGED, {"shuffles": {"units": 65}})
    keys = ("stages shuffles.units", "checks identified-shuffler.parameters.budget")
    for text, differing in ((find_plan(PACKAGED)[0], ()), (cut, keys)):
        result = compared(freeze(text, "plan.toml"))
        assert (result.id, result.values, result.keys) == (PACKAGED, len(differing), differing)


def test_another_plan_and_missing_detection_rates_are_named(subject):
    other, missing = plan_reservations(subject)
    assert other.is_a(Statements.PLAN_OTHER)
    assert missing == Statements.POWER_MISSING()


LAYOUT = next(section for section in read_layout().sections if section.name == "readings")
MAGIC = '[[checks]]\nid = "magic"\ncheck = "outcome_law"\nstage = "shuffles"\nrole = "informational"\n'
MAGIC += 'parameters = { rule = "in-between", reading = "ace low", hands = 1 }\n'


def test_only_readings_on_which_a_check_depends_stand_in_the_report_with_what_it_took(tmp_path, text_of):
    head, rest = PLAN.split("[[checks]]", 1)
    report = " ".join(text_of(write_run(tmp_path / "run", plan=f"{head}{MAGIC}[[checks]]{rest}")))
    every = [reading.id for reading in packaged_game("blackjack-633a").readings]
    shown = [each for each in every if f"({each})" in report.replace(" ", "")]
    assert 1 <= len(shown) < len(every)
    assert "Readings of the chapter" in report
    assert "ace low: magic" in report
    assert "– ace high (default)" in report


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


def test_every_page_of_a_run_and_of_a_submission_prints_it_marked(run, text_of, sections):
    submission = shown_of(dossier({}, groups=(group(Subject.of(run)),)), sections).text
    for text in (" ".join(" ".join(text_of(run)).split()), submission):
        assert MARKED in text
        assert UNMARKED.search(text) is None


def test_an_excluded_clause_is_among_what_was_lifted_however_it_was_filed(run):
    printed = "58 Pa. Code § 645.14(h), (k)"
    result = dossier({}, groups=(group(Subject.of(run)),))
    day = dt.date(2026, 9, 12)
    word = {"by": "authorizer-c", "date": day, "source": "the submitter's letter", "reason": "One deck only."}
    excluded = Exclusion(id="x", clause=printed, files=GROUNDS, **word)
    entries = (*result.submission.entries, excluded)
    result = replace(result, submission=replace(result.submission, entries=entries))
    row = Row(cite(printed), "", "seen", (), NOT_APPLICABLE)
    answer = replace(conclude(result), matrices=(ComplianceMatrix(Compliance.GENERAL_LAW(), (row,)),))
    lifted = [lifted.things for lifted in exceptions(result, answer) if lifted.kind is ExceptionKind.CLAUSE]
    assert lifted == [(quoted(printed),)]
