import pytest

from labharness.model.probabilities import p_value, probability


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (0.04996, "0.05"), (3.14159e-17, "3.14e-17"), (4e-50, "< 1e-40"), (0.0, "< 1e-40")],
)
def test_probabilities(value, text):
    assert probability(value) == text


def test_p_values_are_statements():
    assert (p_value(0.752), p_value(0)) == ("p = 0.752", "p < 1e-40")
