"""Numbers, p-values, statistics, dates and texts in words: one form in sentences and tables, another where the size matters.

A p-value that is only a cut-off is never written as one that was computed.
"""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.analysis.laws.joint_minimum import MatchedCount, MatchedGamma, SumLaw
from labharness.analysis.laws.tails import rising_sequences
from labharness.evidence.records.people import PromptBody, PromptData
from labharness.language.catalog import say
from labharness.language.dates import clock, day_and_time
from labharness.language.numbers import amount, magnitude, number, p_magnitude, p_value, percent, probability
from labharness.language.record_sentences import bare, statistics
from labharness.language.run_groups import asked, worded
from labharness.model.reasons.conduct import Adapters, Ask
from labharness.model.reasons.decision import Held
from labharness.model.reasons.wire import Wire
from labharness.model.results import CheckResult
from labharness.model.validation import RuleRates
from labharness.reason import Titled, quoted
from labharness.reporting.documents.validation import _sample
from labharness.reporting.typography import markup, plain, printable

GAPS = Titled("gaps")
POSSIBLE = st.floats(0, 1)


@given(POSSIBLE)
def test_a_p_value_has_no_power_of_ten_where_it_is_compared_by_eye(value):
    written = probability(value)
    assert "e" not in written
    assert "10⁻" not in written
    if value < 1e-6:
        assert (written, p_value(value)) == ("< 0.000001", "p < 0.000001")
    else:
        assert abs(float(written) - value) <= 0.005 * value
        assert p_value(value) == f"p = {written}"


@given(st.integers(1, 99), st.integers(2, 6), st.floats(0.9, 1.1) | st.floats(1 - 1e-9, 1 + 1e-9))
def test_what_is_below_a_level_never_reads_as_the_level(level, places, times):
    level = float(f"{level}e-{places}")
    value = level * times
    written = probability(value)
    if value >= 1e-6:
        assert (float(written) < level) == (value < level), written


@given(POSSIBLE)
def test_where_the_size_matters_a_p_value_keeps_it(value):
    written = magnitude(value)
    lowered = written.replace(" × 10", "e").translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    if value < 1e-40:
        assert written == "< 10⁻⁴⁰"
    else:
        mantissa = lowered if "e" in lowered or "10-" not in lowered else lowered.replace("10-", "1e-")
        assert abs(float(mantissa) - value) <= 0.0051 * value
        assert p_magnitude(value) == f"p = {written}"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_no_number_is_written_as_programs_write_it(value):
    assert "e" not in number(value)
    assert float(bare(value)) == float(f"{value:.10g}")  # what is copied into another program


def test_a_sentence_says_the_size_where_it_decides():
    assert say(Held.OUTRIGHT(check=GAPS, p=2.72e-9, level=1e-8)) == (
        "gaps: p = 2.72 × 10⁻⁹ is below 10⁻⁸, which fails without a retest."
    )
    below = Held.BELOW_LEVEL(check=GAPS, value=Held.P(p=2.72e-9), level=0.01)
    assert say(below) == "gaps: p < 0.000001 is below 0.01, the level of the laboratory's own checks."


def test_reasons_and_texts_of_people_become_sentences():
    in_file = Adapters.IN_FILE(file="7.deck", why=(Wire.NO_QUESTION(), quoted("Somebody wrote this.")))
    assert worded((in_file, quoted("As it was."))) == (
        "File 7.deck: The adapter read an answer before it asked a question. Correct the adapter; "
        "Somebody wrote this. As it was."
    )
    assert worded(()) == ""


def test_a_prompt_says_first_why_it_is_put_again():
    data = PromptData(reasons=(Ask.NEEDS_COMMENT(),))
    again = PromptBody(
        prompt=1, action="look", asks=(quoted("Look at the deck."), Ask.IS_IT_SO()), data=data, timeout_s=9
    )
    assert asked(again) == "This answer needs a comment. Look at the deck. Is this what you see?"
    first = again.model_copy(update={"data": PromptData()})
    assert asked(first) == "Look at the deck. Is this what you see?"


def written(name, value):
    return statistics(CheckResult(units=9, statistic={name: value}))


@pytest.mark.parametrize(
    ("law", "total", "expected"),
    [
        (SumLaw(rising_sequences(52), 400), 400, "smallest p < 10⁻⁴⁰"),
        (MatchedGamma(100, 100.0, 2.0), 500.0, "smallest p < 10⁻⁴⁰"),
        (MatchedCount(100, 1000.0, 30.0), 9000, "smallest p ≤ 10⁻¹⁵"),
        (MatchedCount(100, 1000.0, 30.0), 1050, "smallest p = 0.1"),
    ],
)
def test_a_total_far_beyond_its_law_is_below_a_bound(law, total, expected):
    (p,) = law.p(np.array([total]))
    assert written("smallest_p", float(p)) == expected


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("P-value +1", 0.0, "P value +1 < 10⁻⁴⁰"),
        ("cell_p", 3.2e-12, "cell p = 3.2 × 10⁻¹²"),
        ("limit_p", 0.0, "p by the limiting law < 10⁻⁴⁰"),
        ("log10_p", -51.25, "log10 p = −51.25"),
        ("p_floor", 1e-4, "p floor = 0.0001"),
    ],
)
def test_statistics_that_are_p_values_are_written_as_such(name, value, expected):
    assert written(name, value) == expected


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


ALIKE = ("ＡＢ", "ｱ", "﹣", "Ⅻ")
"""Letters of another script that resemble those of the text."""


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
        *((each, "".join(f"‹U+{ord(sign):04X}›" for sign in each)) for each in ALIKE),
    ],
)
def test_what_does_not_print_is_shown_by_its_code(text, shown):
    assert plain(text) == shown
    assert text not in ALIKE or markup(text) == shown


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
