import pytest

from labharness.games import consistency as citations
from labharness.games.consistency import cited, known_sections, unknown
from labharness.model.reasons.game import Games


@pytest.mark.parametrize(
    ("citation", "sections"),
    [
        ("§ 645a.3", ["645a.3"]),
        ("§ 645a.3(b)(2), (3)", ["645a.3(b)(2)", "645a.3(b)(3)"]),
        ("§ 545.9(c), (d)(4), (5), § 545.10(c)-(e)",
         ["545.9(c)", "545.9(d)(4)", "545.9(d)(5)", "545.10(c)", "545.10(e)"]),
        ("§ 541.5(h)(2)(i), (ii)", ["541.5(h)(2)(i)", "541.5(h)(2)(ii)"]),
        ("§§ 645a.8 and 645a.9", ["645a.8", "645a.9"]),
        ("§ 535.6(a)(1), (b)", ["535.6(a)(1)", "535.6(b)"]),
    ],
)  # fmt: skip
def test_a_citation_names_its_sections(citation, sections):
    assert ["".join(section) for section in cited(citation)] == sections


NO_CITATIONS = [
    "trust me", "", "(a)", "645a.3", "see § 645a.3", "§ 645a.3 and elsewhere", "§ 645a.3(b) § 645a.2", "§ 645a.3(b),",
    "§ 645a.3, (b)", "§ 645a.3(b)(", "§",
]  # fmt: skip


@pytest.mark.parametrize(
    ("citation", "missing"),
    [
        ("§ 999.3(a)", "999.3(a)"),
        ("§ 645a.99", "645a.99"),  # § 645a.9 is one, and no whole of this
        ("§ 645a.3(b)(2), (19)", "645a.3(b)(19)"),
        ("§ 645a.3(a)-(z)", "645a.3(z)"),
    ],
)
def test_a_section_that_is_in_no_list_is_named(citation, missing):
    assert unknown(citation) == Games.UNKNOWN_SECTION(section=missing)


def test_what_is_no_citation_is_refused_and_wholes_of_listed_sections_are_known():
    for text in NO_CITATIONS:
        with pytest.raises(ValueError, match=r"game\.") as refused:
            cited(text)
        assert refused.value.args == (unknown(text),), text
        assert unknown(text).is_a(Games.NOT_A_CITATION, Games.PARAGRAPH_WITHOUT_SECTION), text
    assert unknown("§ 645a.3") is None
    assert unknown("§ 645a.3(b)") is None


@pytest.fixture
def lists(tmp_path, monkeypatch):
    """A folder of games with nothing in it but what a test puts there."""
    monkeypatch.setattr(citations.resources, "files", lambda _: tmp_path)
    known_sections.cache_clear()
    yield tmp_path
    known_sections.cache_clear()


def test_a_laboratory_adds_a_list_of_its_own_whose_wrong_line_is_named(lists, mistakes):
    (lists / "sections.txt").write_text("# ours\n645a.3(b)\n", "utf-8")
    assert unknown("§ 999.3") == Games.UNKNOWN_SECTION(section="999.3")
    (lists / "sections-999.txt").write_text("\n999.3(a)(2)\n", "utf-8")
    known_sections.cache_clear()
    assert unknown("§ 645a.3(b), § 999.3(a)(2), § 999.3") is None
    (lists / "sections-999.txt").write_text("999.3(a)\nchapter 999\n", "utf-8")
    known_sections.cache_clear()
    assert mistakes(known_sections) == [("sections-999.txt:2", Games.NOT_A_SECTION())]
