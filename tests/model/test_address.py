"""Addresses: what is written is read back, what is none is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.errors import InputError
from labharness.model.address import MOST, MOST_PARTS, Address, Room, parse_address

NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12).filter(
    lambda name: name.isprintable() and name not in (".", "..")
)


@given(
    st.sampled_from(Room), st.lists(NAMES, max_size=MOST_PARTS - 1), st.text("0123456789abcdef", max_size=16)
)
def test_every_address_is_read_back(room, path, workspace):
    address = Address(room, tuple(path), workspace)
    text = str(address)
    if len(text) <= MOST:
        assert parse_address(text) == address


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_refused(text):
    for candidate in (text, f"labharness:{text}", f"labharness:/run/{text}"):
        try:
            address = parse_address(candidate)
        except InputError:
            continue
        assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        "labharness:/run/%2E%2E",
        "labharness:/run/a%00",
        "labharness:/run/%FF",
        "labharness:/run//check",
        "labharness:/run/a b",
        "labharness:XYZ/run/a",
        "file:///etc/passwd",
        "labharness:/run/" + "/".join("a" * MOST_PARTS),
    ],
)
def test_paths_and_bytes_are_refused(text):
    with pytest.raises(InputError):
        parse_address(text)


def test_levels_lead_out_to_the_room():
    check = Address(Room.RUNS, ("run-1",)).within("check", "kept_neighbours")
    assert str(check) == "labharness:/run/run-1/check/kept_neighbours"
    assert check.outer == Address(Room.RUNS, ("run-1", "check"))
    assert Address(Room.RUNS).outer is None
