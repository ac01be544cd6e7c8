"""Numbers and p-values in words: one form in sentences and tables, another where the size matters."""

from hypothesis import given
from hypothesis import strategies as st

from labharness.language.catalog import say
from labharness.language.numbers import magnitude, number, p_magnitude, p_value, probability
from labharness.language.record_sentences import bare
from labharness.model.reasons.decision import Held
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
