"""Addresses: what is written is read back, what is none is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.errors import InputError
from labharness.model.address import FORMS, MOST, MOST_PARTS, Address, Room, parse_address

NAMES = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="\\/@"), min_size=1, max_size=12
).filter(lambda name: name.isprintable() and name not in (".", ".."))
FREE = sorted(set(Room) - set(FORMS))
ISSUED = [
    "labharness:/run/run-3", "labharness:5f8d1f65/run/run-3/check/kept_neighbors",
    "labharness:/run/run-3/check/kept_neighbors/unit/52",
    "labharness:/run/run-3/check/kept_neighbors/unit/52/record/353/frame/device/57/bytes/0-143",
    "labharness:/run/run-3/record/812", "labharness:/run/run-3/frame/reader/57",
    "labharness:/submission/BGLO%2F2026-0117", "labharness:/submission/BGLO%2F2026-0117/documents/cover%20checklist",
    "labharness:/plan/pai-gow-poker-645a-dealing-shoe@0123456789ab/stage/rounds",
    "labharness:/plan/pai-gow-poker-645a-dealing-shoe", "labharness:/report/BGLO-2026-0117-r1/page/3",
    "labharness:/bench/bench-2/item/20250313T1800-plan", "labharness:/live/run-3", "labharness:/settings/people",
    "labharness:/home",
]  # fmt: skip


NONE = ["", "labharness:", "labharness:XYZ/run/a", "file:///etc/passwd", "LABHARNESS:/run/a"]
NOWHERE = [
    "", "run/%2E%2E", "run/a%00", "run/%FF", "run//check", "run/a b", "help/" + "/".join("a" * MOST_PARTS),
    "run/%2Fetc%2Fpasswd", "run/a%2F..%2Fb", "run/a%5Cb", "run/a/check", "run/a/record/-1", "run/a/record/01",
    "run/a/record/" + "9" * 19, "run/a/unit/1", "run/a/record/1/check/b", "run/a/frame/device/1/bytes/9-2",
    "run/a/delete", "plan/a@XY", "plan/a@01", "report/r1/page/x", "home/else", "run/" + "a" * MOST,
]  # fmt: skip


@given(
    st.sampled_from(FREE), st.lists(NAMES, max_size=MOST_PARTS - 1), st.text("0123456789abcdef", max_size=16)
)
def test_every_address_is_read_back(room, path, workspace):
    address = Address(room, tuple(path), workspace)
    text = str(address)
    if len(text) <= MOST:
        assert parse_address(text) == address


@given(NAMES, NAMES, st.integers(0, 10**17), st.integers(0, 10**17))
def test_the_parts_of_a_run_are_read_by_name(run, check, unit, frame):
    address = Address(Room.RUNS, (run,)).within("check", check, "unit", str(unit), "frame", check, str(frame))
    if len(str(address)) <= MOST:
        assert parse_address(str(address)).named == {
            "run": run,
            "check": check,
            "unit": str(unit),
            "channel": check,
            "frame": str(frame),
        }


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_refused(text):
    for candidate in (text, f"labharness:{text}", f"labharness:/run/{text}", f"labharness:/plan/{text}"):
        try:
            address = parse_address(candidate)
        except InputError:
            continue
        assert parse_address(str(address)) == address


def test_what_has_no_form_is_refused():
    for text in NONE:
        with pytest.raises(InputError):
            parse_address(text)
    for place in NOWHERE:
        with pytest.raises(InputError):
            parse_address(f"labharness:/{place}")


def test_a_further_room_has_addresses_from_then_on():
    text = "labharness:/further-of-tests/a"
    with pytest.raises(InputError):
        parse_address(text)
    room = Room.further("further-of-tests")
    assert parse_address(text) == Address(room, ("a",))
    assert parse_address(text).room is room is Room.further("further-of-tests")
    assert room not in list(Room)


def test_every_form_is_read_and_printed_alike_and_levels_lead_out_to_the_room():
    for text in ISSUED:
        assert str(parse_address(text)) == text, text
    check = Address(Room.RUNS, ("run-1",)).within("check", "kept_neighbors")
    assert str(check) == "labharness:/run/run-1/check/kept_neighbors"
    assert check.within("unit", "7").outer == check
    assert check.outer == Address(Room.RUNS, ("run-1",))
    assert Address(Room.RUNS, ("run-1",)).outer == Address(Room.RUNS)
    assert Address(Room.RUNS).outer is None
