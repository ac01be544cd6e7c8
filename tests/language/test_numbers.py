"""Numbers and p-values in words: one form in sentences and tables, another where the size matters.

What records hold becomes words.

Statistics in words: a p-value that is only a cut-off is never written as one that was computed.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.analysis.laws.joint_minimum import MatchedCount, MatchedGamma, SumLaw
from labharness.analysis.laws.tails import rising_sequences
from labharness.evidence.records.people import PromptBody, PromptData
from labharness.language.catalog import say
from labharness.language.numbers import magnitude, number, p_magnitude, p_value, probability
from labharness.language.record_sentences import bare, statistics
from labharness.language.run_groups import asked, worded
from labharness.model.reasons.conduct import Adapters, Ask
from labharness.model.reasons.decision import Held
from labharness.model.reasons.wire import Wire
from labharness.model.results import CheckResult
from labharness.reason import quoted
from labharness.titled import Titled

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
