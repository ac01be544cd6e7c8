"""What is said of a chapter's force, and what can be named as the law in force: no chapter on record as rescinded or replaced."""

import pytest

from labharness.games.chapter_standing import ChapterForce, ChapterStanding, force_of, standing_reasons
from labharness.games.game import game_ids, packaged_game
from labharness.games.law_in_force import chapter_cited, law_clause, named_law
from labharness.model.reasons.game import Games

GAMES = {game.chapter: game for game in map(packaged_game, game_ids())}
PERMANENT = {"629a", "633a", "645a", "681a"}
# From the text of the Pennsylvania Bulletin: 42 Pa.B. 2906 "rescinds Chapters 541, 543 and 545 and adds Chapters 627a,
# 629a and 631a", each for the one in its place; 42 Pa.B. 2686 replaces Chapter 551 with Chapter 635a; 46 Pa.B. 5540
# "rescinds temporary Chapters 583, 585, 587, 588, 589, 590, 591, 592 and 593". From the list of chapters of Title 58:
# Pai Gow is Chapter 621a, Double Attack Blackjack 665a, and of the nine games of 2016 those that stand in it by name.
RESCINDED = {
    "42 Pa.B. 2906 (May 19, 2012)": ("541", "543", "545"),
    "42 Pa.B. 2686 (May 12, 2012)": ("551",),
    "46 Pa.B. 5540 (August 27, 2016)": ("583", "585", "587", "588", "589", "590", "591", "592", "593"),
}
SUCCESSORS = {
    "535": "621a", "541": "627a", "543": "629a", "545": "631a", "551": "635a", "581": "665a", "585": "668a",
    "587": "669a", "588": "670a", "589": "671a", "590": "672a", "591": "673a", "592": "674a",
}  # fmt: skip


def standing_of(chapter):
    return list(standing_reasons(chapter, GAMES[chapter].standing))


def test_temporary_chapters_say_what_is_on_record():
    for chapter in sorted(GAMES.keys() - PERMANENT):
        by, successor = GAMES[chapter].standing.rescinded_by, GAMES[chapter].standing.successor
        of_2010 = chapter in {"535", "541", "543", "545", "551"}
        lapses = Games.TEMPORARY_LAPSES(chapter=chapter, years=2)
        assert standing_of(chapter) == [
            lapses if of_2010 else Games.TEMPORARY(chapter=chapter),
            *([Games.RESCINDED(by=by)] if by else []),
            *([Games.REPLACED(successor=successor)] if successor else []),
            *([] if by else [Games.RESCISSION_UNRECORDED()]),
            *([] if successor else [Games.SUCCESSOR_UNRECORDED()]),
            Games.CONFIRM_STANDING(),
        ], chapter


def test_what_is_not_on_record_is_said_and_every_chapter_has_its_standing_from_the_bulletin():
    for chapter in sorted(GAMES):
        standing = GAMES[chapter].standing
        by = next((by for by, chapters in RESCINDED.items() if chapter in chapters), None)
        assert (standing.kind == "permanent") is (chapter in PERMANENT), chapter
        assert standing.rescinded_by == by, chapter
        assert standing.successor == SUCCESSORS.get(chapter), chapter
        expected = ChapterForce.RESCINDED if by else ChapterForce.TEMPORARY
        assert force_of(standing) is (ChapterForce.IN_FORCE if chapter in PERMANENT else expected), chapter
    assert list(standing_reasons("633a", None)) == [Games.STANDING_UNRECORDED(chapter="633a")]
    assert force_of(None) is ChapterForce.UNRECORDED


def test_a_misprint_of_the_board_is_marked_wherever_it_is_cited():
    """The irregularities of Chapter 645a are printed as "§ 645.14" in 42 Pa.B. 2922; § 645a.14 is meant."""
    standing = GAMES["645a"].standing
    assert standing_of("645a") == [
        Games.PERMANENT(chapter="645a"),
        Games.MISPRINT(printed="645.14", meant="645a.14"),
    ]
    marked = {
        "§ 645.14": "§ 645.14 [sic, § 645a.14]",
        "58 Pa. Code § 645.14(h), (k)": "58 Pa. Code § 645.14(h), (k) [sic, § 645a.14]",
        "§ 645.14(f), § 645a.10(d)": "§ 645.14(f) [sic, § 645a.14], § 645a.10(d)",
        "§ 645.14(a)-(c)": "§ 645.14(a)-(c) [sic, § 645a.14]",
        "§ 645.141(a)": "§ 645.141(a)",
        "§ 645a.14(a)": "§ 645a.14(a)",
    }
    assert {each: standing.marked(each) for each in marked} == marked


NOT_IN_FORCE = sorted(chapter for chapter, game in GAMES.items() if game.standing.kind == "temporary")


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
