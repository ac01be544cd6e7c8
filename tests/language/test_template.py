"""Templates refuse what they cannot fill."""

import pytest

from labharness.language.template import places


@pytest.mark.parametrize("wrong", ["{}", "{0}", "{a.b}", "{a:unknown}", "{a:x|y|z}", "{a!r}", "{a"])
def test_a_place_that_cannot_be_filled_is_refused(wrong):
    with pytest.raises(ValueError, match=r"."):
        places(wrong)


def test_places_are_named_in_their_order():
    assert places("a {b} {c:p}.") == (("a ", "b", ""), (" ", "c", "p"), (".", "", ""))
