"""The report says where the text can be read in more than one way, which way was taken, and why."""

from types import SimpleNamespace

import pytest

from labharness.games.game import packaged_game, readable_games
from labharness.plans.frozen import find_plan, freeze
from labharness.reporting.blocks import Nothing
from labharness.reporting.layout import read_layout
from labharness.reporting.section import SectionPlace
from tests.support.run_factory import PLAN, write_run

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
