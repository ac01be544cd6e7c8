"""What a reader must know beside the verdict: a chapter that is not in force, a plan that is not the laboratory's.

The report says where the text can be read in more than one way, which way was taken, and why.
"""

import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from labharness.app.runs.run_index import run_facts, standing_of_facts
from labharness.assessment.runs.subject import Subject
from labharness.assessment.statements import obligations_counted, plan_reservations
from labharness.evidence.folder import RunFolder
from labharness.games.game import packaged_game, readable_games
from labharness.model.reasons.decision import Statements
from labharness.model.reasons.game import Games
from labharness.model.results import Qualifier
from labharness.plans.frozen import find_plan, freeze
from labharness.plans.origin import compared
from labharness.plans.suite import small_plan
from labharness.reporting.blocks import Nothing
from labharness.reporting.layout import read_layout
from labharness.reporting.section import SectionPlace
from tests.support.run_factory import PLAN, write_run


@pytest.fixture(scope="module")
def subject(rng_run):
    return Subject.of(rng_run[1])


def of(subject, game):
    return replace(subject, frozen=replace(subject.frozen, game=packaged_game(game)))


def test_rescinded_law_stands_beside_the_verdict_and_binds_nobody(subject):
    result = of(subject, "high-roll-dice-593")
    by = "46 Pa.B. 5540 (August 27, 2016)"
    standing = (Games.TEMPORARY(chapter="593"), Games.RESCINDED(by=by))
    assert Statements.RESCINDED_LAW(standing=standing) in plan_reservations(result)
    assert obligations_counted(result, 9) == Statements.OBLIGATIONS_RESCINDED(obligations=9, chapter="593")
    assert Qualifier.RESCINDED_LAW in result.standing().qualifiers


def test_temporary_law_is_told_as_temporary(subject):
    result = of(subject, "double-attack-blackjack-581")
    standing = (Games.TEMPORARY(chapter="581"), Games.REPLACED(successor="665a"))
    assert Statements.TEMPORARY_LAW(standing=standing) in plan_reservations(result)
    assert obligations_counted(result, 9) == Statements.OBLIGATIONS_TEMPORARY(obligations=9, chapter="581")


def test_law_in_force_binds(subject):
    result = of(subject, "blackjack-633a")
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
