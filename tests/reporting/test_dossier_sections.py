"""Sections of a submission's report: nothing is missing from them, and strangers' text is text. Their words are in the goldens."""

from dataclasses import replace

from labharness.assessment.conclusion import Case
from labharness.filings.entries.review import Invalidation
from labharness.language.catalog import say
from labharness.language.numbers import number
from labharness.model.reasons.conclusion import Conclusions
from labharness.reporting.blocks import points
from labharness.reporting.build import build_dossier
from labharness.reporting.layout import read_layout
from labharness.reporting.open_items import by_kind
from tests.reporting.test_papers import bad, set_aside
from tests.support.dossiers import dossier, example_submission, shown_of
from tests.support.shown import shown


def test_a_refused_recommendation_lists_everything_that_stands_against_it(runs, sections):
    case = Case.of(dossier(runs, **bad(runs)), numbered=True)
    words = shown_of(case.dossier, sections, only=("recommendation",)).text

    assert case.conclusion.refused
    assert f"Open items: {len(case.conclusion.objections)}" in words
    listed = [text for texts in by_kind(case.conclusion.objections, case.say).values() for text in texts]
    assert len(listed) == len(case.conclusion.objections)
    assert [text for text in listed if text not in words] == []
    assert "EXECUTIVE DIRECTOR Approve" not in words


def test_every_file_stands_in_the_index_with_its_hash(runs, sections):
    result = dossier(runs)
    paper = shown_of(result, sections, only=("evidence_index",))
    rows, text = paper.rows(104, 54, 40, 282), paper.text
    for run in result.runs:
        assert run.head in text
        for file in run.files:
            frames = "–" if file.frames is None else number(file.frames)
            assert [file.name, number(file.size), frames, file.sha256 or "fixed by the run head"] in rows
    registered = paper.rows(144, 54, 282)
    for entry in result.submission.entries:
        for file in (*getattr(entry, "files", ()), *getattr(entry, "photographs", ())):
            assert [f"{file.name} {entry.kind} {entry.id}", number(file.size), file.sha256] in registered
    assert result.head in text


def test_the_hash_of_the_manifest_is_printed(runs, sections):
    layout = read_layout(name="pa_461a_4.toml")
    kept = tuple(
        section for section in layout.sections if section.name in ("evidence_index", "how_to_verify")
    )
    short = layout.model_copy(update={"sections": kept})
    text = shown(build_dossier, dossier(runs), sections, short, "5a" * 32).text

    assert text.count("Manifest (SHA-256) " + "5a" * 32) == 2


HOSTILE = "<b>&lt;/para>\N{RIGHT-TO-LEFT OVERRIDE}\N{GRINNING FACE}\x07=cmd|' /C calc'!A0"
SHOWN = "<b>&lt;/para>‹U+202E›‹U+1F600›‹U+0007›=cmd|' /C calc'!A0"
FIELDS = {
    "error": ("code", "condition", "action"),
    "external": ("provider", "authority", "subject", "number", "finding"),
    "deficiency": ("found", "response", "clause"),
    "security": ("title", "reference", "component", "assessment"),
    "opinion": ("text",),
    "exclusion": ("reason",),
    "invalidation": ("cause", "source", "reason"),
    "confirmation": ("source", "reason"),
    "recommendation": ("grounds",),
    "equipment": ("name", "identification", "remark"),
    "person": ("name",),
}


def spoilt(text, *added):
    submission = example_submission(*added)
    entries = [
        entry.model_copy(update=dict.fromkeys(FIELDS.get(entry.kind, ()), text))
        for entry in submission.entries
    ]
    return replace(submission, entries=tuple(entries))


def test_strangers_text_is_shown_as_text(runs, sections):
    spoiled = dossier(runs, submission=spoilt(HOSTILE))
    for name in ("compliance", "error_conditions", "security", "external", "deficiencies", "opinions", "recommendation", "equipment"):  # fmt: skip
        text = shown_of(spoiled, sections, only=(name,)).text
        assert SHOWN.replace(" ", "") in text.replace(" ", ""), name


def test_strangers_text_about_a_run_that_was_set_aside(runs, sections):
    reasons = set_aside(runs)
    for text in (HOSTILE, " ".join(f"word{place:05}" for place in range(1000))):
        changes = reasons | {"submission": spoilt(text, *reasons["submission"].of(Invalidation))}
        paper = shown_of(dossier(runs, **changes), sections, only=("set_aside",))
        words = paper.text.replace(" ", "")
        shown = [SHOWN.replace(" ", "")] if text is HOSTILE else text.split()
        assert min(words.count(each) for each in shown) >= 3


def test_ten_thousand_characters_are_printed_whole(runs, sections):
    text = " ".join(f"word{place:05}" for place in range(1000))
    for name in ("deficiencies", "opinions", "recommendation"):
        words = shown_of(dossier(runs, submission=spoilt(text)), sections, only=(name,)).text
        assert all(f"word{place:05}" in words for place in range(1000)), name


def test_what_holds_for_every_run_is_said_once(runs, sections):
    names = ("departures", "capture", "results", "pictures", "counts", "findings")
    paper = shown_of(dossier(runs), sections, only=names).text
    layouts = {each.name: each for each in read_layout(name="pa_461a_4.toml").sections}
    for section, name in (
        *((name, "intro") for name in names if name != "results"),
        *(("results", "rule_at"), ("pictures", "limits"), ("pictures", "residual"), ("findings", "limits")),
    ):
        assert paper.count(" ".join(layouts[section].text(name).split())) == 1, (section, name)


def test_many_short_points_stand_in_two_columns_and_none_is_lost():
    texts = [f"unit {place}: missing AS" for place in range(201)]
    shown = points(texts)
    assert [len(each.split(480, 200)) for each in shown[:1]] == [2]
    assert len(shown) == 3
    assert len(points(texts[:5])) == 5
    assert len(points(["word " * 40] * 30)) == 30
    assert len(points(["word " * 40, *texts[:50]])) == 2


def test_sorting_what_stands_against_an_approval_loses_nothing():
    points_ = [
        Conclusions.CLAUSE_NOT_TESTED(clause="a", asked="A."),
        Conclusions.DOCUMENT_MISSING(title="b"),
        Conclusions.DOCUMENT_MISSING(title="c"),
        Conclusions.NO_RUN(),
        Conclusions.CLAUSE_INCONCLUSIVE(clause="e", asked="E."),
    ]
    result = by_kind(points_, say)
    assert result["Documents missing"] == ["b", "c"]
    assert sum(map(len, result.values())) == len(points_)
    assert list(result) == ["", "Clauses not tested", "Clauses inconclusive", "Documents missing"]
