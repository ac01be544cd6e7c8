"""A submission that was tested by rescinded or temporary law: page one, open items, and the authorizer's word."""

import datetime as dt
from dataclasses import replace

import pytest

from labharness.app.submission.open_items import SubmissionPart, place_of
from labharness.assessment.conclusion import ExceptionKind, conclude, exceptions
from labharness.filings.entries.review import Confirmation
from labharness.games.chapter_standing import ChapterStanding
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.game import Games
from labharness.model.reasons.register import Entries
from labharness.model.results import Outcome
from tests.support.filing_factory import copied, judged, put, recommend, rehearsed

RESCINDED = ChapterStanding(kind="temporary", rescinded_by="46 Pa.B. 5540 (August 27, 2016)")
TEMPORARY = ChapterStanding(kind="temporary", successor="665a")
CLAUSE = "58 Pa. Code ch. 645a"
LAPSED = "58 Pa. Code ch. 535"


@pytest.fixture(scope="module")
def dossier(passing):
    return rehearsed(passing)


def under(dossier, standing, *words):
    """Return the dossier as if the chapter of its game had another standing, with further entries."""

    def run_under(run):
        game = run.frozen.game.model_copy(update={"standing": standing})
        return replace(run, frozen=replace(run.frozen, game=game))

    groups = tuple(replace(each, runs=tuple(map(run_under, each.runs))) for each in dossier.groups)
    submission = replace(dossier.submission, entries=(*dossier.submission.entries, *words))
    return replace(dossier, groups=groups, submission=submission)


def word(source, reason="The obligations of § 675a.3 were compared one by one."):
    day = dt.date(2026, 3, 2)
    return Confirmation(id="law", clause=CLAUSE, by="authorizer-c", date=day, source=source, reason=reason)


def test_a_chapter_in_force_prevents_nothing(dossier):
    result = conclude(dossier)
    assert (result.outcome, result.objections, result.given) == (Outcome.PASS, (), "Approve")
    assert result.sentences[0].is_a(Conclusions.ALL_MET)


BY = RESCINDED.rescinded_by
RESCINDED_TEXT = Conclusions.RESCINDED_TEXT(chapter="645a", by=BY)


@pytest.mark.parametrize(
    ("standing", "met", "caveat", "why"),
    [
        (RESCINDED, Conclusions.MET_RESCINDED, RESCINDED_TEXT, Games.RESCINDED(by=BY)),
        (
            TEMPORARY,
            Conclusions.MET_TEMPORARY,
            Conclusions.TEMPORARY_TEXT(chapter="645a"),
            Games.REPLACED(successor="665a"),
        ),
    ],
)
def test_law_that_is_not_in_force_is_an_open_item_and_said_in_the_verdict(
    dossier, standing, met, caveat, why
):
    reasons = (Games.TEMPORARY(chapter="645a"), why)
    result = conclude(under(dossier, standing))
    item = Conclusions.LAW_NOT_NAMED(clause=CLAUSE, standing=reasons)
    assert (result.outcome, result.objections) == (Outcome.PASS, (item,))
    assert (result.refused, result.given) == (True, "")
    assert result.sentences[:2] == (met(met=conclude(dossier).sentences[0], chapters=("645a",)), caveat)
    assert place_of(item, dossier.submission).part is SubmissionPart.DECISIONS


def test_the_authorizer_names_the_law_in_force(dossier):
    named = under(dossier, RESCINDED, word("Chapter 675a, § 675a.3"))
    result = conclude(named)
    assert (result.objections, result.refused) == ((), False)
    assert RESCINDED_TEXT in result.sentences
    assert result.sentences[0].is_a(Conclusions.MET_RESCINDED)
    (lifted,) = (lifted for lifted in exceptions(named, result) if lifted.kind is ExceptionKind.LAW)
    assert lifted.reason == "The obligations of § 675a.3 were compared one by one."


def test_what_is_not_in_force_is_not_the_law_in_force(dossier):
    lapsed = (
        "58 Pa. Code § 645a.5(h)",
        "Chapter 592",
        "chapter 0",
        "Chapter 535",
        "Chapter 645a, still in force",
    )
    cases = [(standing, word(source)) for standing in (RESCINDED, TEMPORARY) for source in lapsed]
    assert [case for case in cases if not conclude(under(dossier, *case)).refused] == []


@pytest.mark.parametrize(("source", "known"), [("Chapter 665a", True), ("Chapter 675a", False)])
def test_page_one_tells_a_law_that_only_the_authorizer_knows(dossier, source, known):
    named = under(dossier, TEMPORARY, word(source))
    (lifted,) = (lifted for lifted in exceptions(named, conclude(named)) if lifted.kind is ExceptionKind.LAW)
    code = Conclusions.LAW_NAMED if known else Conclusions.LAW_NAMED_UNKNOWN
    assert lifted.things == (code(source=source, clause=CLAUSE),)


def test_a_word_that_names_no_law_is_not_put_on_record_and_a_later_one_needs_a_later_recommendation(
    passing, tmp_path, refusal
):
    space = copied(passing, tmp_path)
    no_law = Entries.NAMES_NO_LAW(clause=LAPSED)
    for source, why in (
        *((each, no_law) for each in ("He knows it.", "46 Pa.B. 5540", "chapter 0")),
        ("Chapter 535", Entries.NAMES_LAPSED_LAW(clause=LAPSED, chapters=("535",))),
        ("Section 592.5", Entries.NAMES_LAPSED_LAW(clause=LAPSED, chapters=("592",))),
    ):
        lapsed = word(source).model_copy(update={"clause": LAPSED})
        assert refusal(put, space, lapsed, by="authorizer-c") == why
    put(space, word("Chapter 645a"), by="authorizer-c")
    assert judged(space).outdated is not None
    recommend(space)
    assert judged(space).given == "Approve"
