"""What a night will be: lanes beside each other, what waits for what, and what does not fit."""

import itertools
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from labharness.app.benches.service import Fit, forecast
from labharness.nights.items import Item, State

NOW = datetime(2026, 11, 23, 23, tzinfo=UTC)
HOUR = 3600.0


def item(name, device="usb:1", plan="long", **fields):
    return Item(id=name, bench="bench-1", device=device, order={"plan": plan}, **fields)


def at(hours):
    return (NOW + timedelta(hours=hours)).isoformat()


def hours(slots):
    return {
        slot.item.id: ((slot.begin - NOW).total_seconds() / HOUR, (slot.end - NOW).total_seconds() / HOUR)
        for slot in slots
    }


def test_devices_work_beside_each_other_and_items_wait_for_their_device_and_their_predecessor():
    items = [item("a"), item("b", "usb:2"), item("c"), item("d", "usb:2", due=at(5))]
    result = hours(forecast(items, {"long": 3 * HOUR}, NOW))
    assert result == {"a": (0, 3), "b": (0, 3), "c": (3, 6), "d": (5, 8)}
    items = [item("a"), item("b", "usb:2", after="a")]
    assert hours(forecast(items, {"long": 3 * HOUR}, NOW))["b"] == (3, 6)


def test_what_begins_too_late_is_left_out_and_holds_up_nobody():
    items = [item("a"), item("b", until=at(2)), item("c")]
    slots = forecast(items, {"long": 3 * HOUR}, NOW)
    assert [slot.fit for slot in slots] == [Fit.FITS, Fit.LATE, Fit.FITS]
    assert hours(slots)["c"] == (3, 6)


def test_a_deadline_is_only_missed_by_what_is_known_to_take_longer():
    items = [item("a", deadline=at(2)), item("b", "usb:2", plan="new", deadline=at(0.5))]
    assert [slot.fit for slot in forecast(items, {"long": 3 * HOUR}, NOW)] == [Fit.OVER, Fit.UNKNOWN]


def test_a_run_at_work_goes_on_from_its_beginning():
    items = [item("a", state=State.TAKEN, until=at(-4)), item("b")]
    slots = forecast(items, {"long": 3 * HOUR}, NOW, {"a": NOW - timedelta(hours=1)})
    assert hours(slots) == {"a": (-1, 2), "b": (2, 5)}
    assert slots[0].fits, "a run that was begun is not late any more"


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 12), st.sampled_from(["long", "short", "new"])),
        max_size=15,
    )
)
def test_no_device_does_two_things_at_once(night):
    items = [
        item(str(number), f"usb:{device}", plan, until=at(until) if until else "")
        for number, (device, until, plan) in enumerate(night)
    ]
    slots = forecast(items, {"long": 3 * HOUR, "short": 0.25 * HOUR}, NOW)
    assert [slot.item.id for slot in slots] == [each.id for each in items]
    for device in {slot.device for slot in slots}:
        lane = [slot for slot in slots if slot.device == device and slot.fit is not Fit.LATE]
        for before, after in itertools.pairwise(lane):
            assert before.end <= after.begin
    for slot in slots:
        if slot.item.until:
            late = slot.begin > datetime.fromisoformat(slot.item.until)
            assert (slot.fit is Fit.LATE) == late


def test_a_plan_is_named_by_its_file():
    assert item("a", plan="/plans/mine.toml").plan == "mine"
    assert item("a", plan="C:\\plans\\mine.toml").plan == "mine"
