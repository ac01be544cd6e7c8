"""Values as JSON in one form."""

import pytest
import sqlalchemy as sa

from labharness.database.engine import Canonical, canonical

DIALECT = sa.create_engine("sqlite://").dialect


@pytest.mark.parametrize("value", [None, "", "é\u0000\u2028", 3, 1.5, [1, {"b": 2, "a": None}], {"1": True}])
def test_what_is_written_comes_back(value):
    column = Canonical()
    stored = column.process_bind_param(value, DIALECT)
    assert column.process_result_value(stored, DIALECT) == value
    assert stored is None or stored.isascii()


@pytest.mark.parametrize(
    "stored", ["", "{", '{"b": 1}', '{"b":1,"a":2}', 0, 1.5, b"{}", "NaN", "[" * 100_000]
)
def test_what_was_spoiled_is_named_and_not_taken_for_a_value(stored):
    assert str(Canonical().process_result_value(stored, DIALECT)).startswith("not canonical: ")


def test_no_number_without_end():
    with pytest.raises(ValueError, match="JSON"):
        canonical(float("nan"))
