"""The validation file tells samples in what the stages of a plan observe."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.language.dates import clock, day_and_time
from labharness.language.numbers import amount, number, p_magnitude, percent
from labharness.model.validation import RuleRates
from labharness.reporting.documents.validation import _sample
from labharness.reporting.typography import markup, plain, printable


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (0, "0"),
        (2601.0, "2,601"),
        (-1234567, "−1,234,567"),
        (86428.71, "86,428.7"),
        (0.0113, "0.0113"),
        (-1.5e-9, "−1.5 × 10⁻⁹"),
        (1e18, "10¹⁸"),
        (float("inf"), "inf"),
    ],
)
def test_numbers(value, text):
    assert number(value) == text


def test_amounts_and_percentages():
    assert (amount(1, "shuffle"), amount(2000, "shuffle")) == ("1 shuffle", "2,000 shuffles")
    assert percent(0.95) == "95%"


def test_times_are_of_pennsylvania_with_utc_and_in_one_language():
    assert day_and_time("2026-03-01T23:59:59.999999Z") == "March 1, 2026, 6:59:59 p.m. EST (23:59:59 UTC)"
    assert clock("2026-03-02T01:00:00+02:00") == "2026-03-01 23:00:00"


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_becomes_characters_that_print(text):
    words = plain(text)
    assert printable().issuperset(words)
    assert re.sub("‹U\\+([0-9A-F]{4,6})›", lambda code: chr(int(code[1], 16)), words) == text


def test_markup_of_others_is_text():
    assert markup("<b>&amp;</b>") == "&lt;b&gt;&amp;amp;&lt;/b&gt;"
    assert markup("a\nb\x00") == "a‹U+000A›b‹U+0000›"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\N{GRINNING FACE}", "‹U+1F600›"),
        ("e\N{COMBINING ACUTE ACCENT}", "e‹U+0301›"),
        ("a\N{ZERO WIDTH SPACE}b\N{RIGHT-TO-LEFT OVERRIDE}", "a‹U+200B›b‹U+202E›"),
        ("\ud800", "‹U+D800›"),
        ("‹U+0041›", "‹U+2039›U+0041‹U+203A›"),
        ("=SUM(A1:A9)|cmd", "=SUM(A1:A9)|cmd"),
        ("3 °C ± ½ µm · é", "3 °C ± ½ µm · é"),
    ],
)
def test_what_does_not_print_is_shown_by_its_code(text, shown):
    assert plain(text) == shown


def test_a_power_of_ten_prints_in_every_font():
    text = markup(f"{p_magnitude(2.72e-9)} & {number(1e18)}")
    assert text == "p = 2.72 × 10<super>−9</super> &amp; 10¹⁸"
    assert printable().issuperset(re.sub("<.*?>", "", text))
    assert markup("a⁻¹") == "a‹U+207B›¹"


def test_spaces_are_all_printed():
    assert markup("a   b") == "a \N{NO-BREAK SPACE}\N{NO-BREAK SPACE}b"


def test_a_section_sign_stays_with_its_number():
    assert markup("58 Pa. Code § 461a.4") == "58_Pa._Code §_461a.4".replace("_", "\N{NO-BREAK SPACE}")


PLAN = RuleRates("plan", "p", 1, "0" * 64, "A plan", {"draws": 150000, "raw": 1250000}, 10, 1, (), {})


def test_a_sample_is_told_in_what_its_stages_observe():
    measured = RuleRates(
        "plan",
        "p",
        1,
        "0" * 64,
        "A plan",
        PLAN.units,
        10,
        1,
        (),
        {},
        observed={"draws": "draw", "raw": "bytes"},
    )
    assert _sample(measured) == ["150,000 draws", "1,250,000 bytes"]


def test_a_record_of_a_former_version_reads_as_it_was():
    assert _sample(PLAN) == ["150,000 draws", "1,250,000 raw"]
