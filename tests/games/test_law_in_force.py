"""What can be named as the law in force: no chapter that is on record as rescinded, lapsed or replaced, and no other text."""

import pytest

from labharness.games.chapter_standing import ChapterStanding
from labharness.games.game import game_ids, packaged_game
from labharness.games.law_in_force import chapter_cited, law_clause, named_law

STANDINGS = {game.chapter: game.standing for game in map(packaged_game, game_ids())}
NOT_IN_FORCE = sorted(chapter for chapter, each in STANDINGS.items() if each.kind == "temporary")


@pytest.mark.parametrize(
    "text",
    ["Chapter 675a", "58 Pa. Code § 675a.3(b)", "ch. 675A; and 4 Pa.C.S. § 13A02", "Chapters 675a and 601a"],
)
def test_a_chapter_that_the_product_does_not_know_can_be_in_force(text):
    law = named_law(text, "593")
    assert law.possible[0] == "675a"
    assert not law.on_record


def test_a_chapter_is_cited_and_a_section_of_a_statute_can_be_in_force():
    assert chapter_cited(law_clause("593")) == "593"
    assert chapter_cited("58 Pa. Code § 593.3(b)") == ""
    assert named_law("4 Pa.C.S. § 13A02(1)", "593").possible == ("Pa.C.S. § 13A02",)


NO_LAW = [
    "", "The authorizer knows it.", "46 Pa.B. 5540", "chapter 0", "Chapter 0675a", "Chapter 1", "§ 13A02",
    "Chapter 2016", "Section 5540 of the Bulletin", "Subchapter 675a", "Chapter 675ab", "Pa.C.S. § 0",
]  # fmt: skip


def test_no_temporary_chapter_and_no_other_text_is_the_law_in_force():
    for text in NO_LAW:
        law = named_law(text, "593")
        assert (law.possible, law.lapsed) == ((), ()), text
    # Each is rescinded, to lapse, or replaced; 535 and 581 are not the law for themselves either.
    for chapter in NOT_IN_FORCE:
        for asked in (chapter, "593"):
            law = named_law(f"58 Pa. Code § {chapter}.3(b), Chapter {chapter}", asked)
            assert (law.possible, law.lapsed) == ((), (chapter,))


@pytest.mark.parametrize("chapter", ["549", "561"])
def test_chapters_without_a_game_that_the_bulletin_rescinds(chapter):
    assert named_law(f"Chapter {chapter}", "593").lapsed == (chapter,)


def test_the_successor_on_record_and_the_file_of_a_game_go_before_others():
    assert named_law("Chapter 674a, in place of Chapter 592", "592").on_record
    assert not named_law("Chapter 645a", "592").on_record
    nothing = ChapterStanding(kind="temporary")
    assert named_law("Chapter 594, still in force", "594", nothing).possible == ("594",)
    assert (
        named_law(
            "Chapter 645a", "645a", ChapterStanding(kind="permanent", rescinded_by="60 Pa.B. 1")
        ).possible
        == ()
    )
