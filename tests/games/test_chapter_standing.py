"""What a report says of a chapter's force: what its sources show, and what is not known."""

import pytest

from labharness.games.chapter_standing import ChapterStanding, standing_reasons
from labharness.games.game import game_ids, packaged_game
from labharness.language.recorded import worded
from labharness.model.reasons.game import Games

GAMES = {game.chapter: game for game in map(packaged_game, game_ids())}
RESCINDED = "46 Pa.B. 5540 (August 27, 2016)"
PERMANENT = {"629a", "633a", "645a", "681a"}


def said(chapter):
    return list(standing_reasons(chapter, GAMES[chapter].standing))


@pytest.mark.parametrize("chapter", sorted(GAMES))
def test_temporary_and_permanent_chapters_are_told_apart(chapter):
    (first, *rest) = said(chapter)
    if chapter in PERMANENT:
        assert (first, rest) == (Games.PERMANENT(chapter=chapter), [])
        return
    of_2010 = chapter in {"535", "541", "543", "545", "551"}
    lapses = Games.TEMPORARY_LAPSES(chapter=chapter, years=2)
    assert first == (lapses if of_2010 else Games.TEMPORARY(chapter=chapter))
    assert rest[-1] == Games.CONFIRM_STANDING()


@pytest.mark.parametrize("chapter", ["535", "541", "545", "551"])
def test_of_four_chapters_of_2010_neither_rescission_nor_successor_is_known(chapter):
    assert said(chapter)[1:-1] == [Games.RESCISSION_AND_SUCCESSOR_UNKNOWN()]


@pytest.mark.parametrize("chapter", ["583", "593"])
def test_two_chapters_were_rescinded_and_have_no_known_successor(chapter):
    assert said(chapter)[1:-1] == [Games.RESCINDED(by=RESCINDED), Games.SUCCESSOR_UNKNOWN()]


@pytest.mark.parametrize("chapter", ["585", "587", "588", "589", "590", "591", "592"])
def test_chapters_that_were_rescinded_name_the_chapter_that_has_the_game_since(chapter):
    rescinded, replaced, _ = said(chapter)[1:]
    assert rescinded == Games.RESCINDED(by=RESCINDED)
    assert replaced == Games.REPLACED(successor=GAMES[chapter].standing.successor)


@pytest.mark.parametrize(("chapter", "successor"), [("543", "629a"), ("581", "665a")])
def test_a_successor_alone_does_not_say_what_rescinded_a_chapter(chapter, successor):
    assert said(chapter)[1:-1] == [Games.REPLACED(successor=successor), Games.RESCISSION_UNKNOWN()]


def test_a_file_of_an_earlier_version_says_nothing_of_it():
    assert list(standing_reasons("633a", None)) == [Games.STANDING_UNRECORDED(chapter="633a")]


def test_in_words():
    assert worded(said("583")) == (
        "Chapter 583 is a temporary regulation. It was rescinded by 46 Pa.B. 5540 (August 27, 2016). This product does "
        "not know a chapter that has the game since. Confirm its force in the Pennsylvania Code: the product holds no "
        "later text."
    )
    one = ChapterStanding(kind="temporary", lapses_after_years=1)
    assert worded(standing_reasons("500", one)).startswith(
        "Chapter 500 is a temporary regulation, to lapse 1 year after publication. This product does not know whether"
    )
