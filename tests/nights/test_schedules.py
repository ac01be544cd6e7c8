"""Schedules: the clock table of the laboratory's experiments, with cronsim's own rules for changes of the clock."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from labharness.errors import QueueError
from labharness.nights.items import Schedule
from labharness.nights.schedules import due_items, occurrences, read_when

NEW_YORK = ZoneInfo("America/New_York")


def schedule(when="weeknights at 18:00", window_h=10.0, **fields):
    item = {"bench": "a", "device": "d", "order": {}}
    return Schedule(
        id="s", cron=read_when(when), zone="America/New_York", window_h=window_h, item=item, **fields
    )


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK)


def made(now, **named):
    return [item.occurrence for item in due_items(schedule(**named), now)]


def turned(begin, end, **named):
    """Return what is made in turns of a minute from one moment to another, each occurrence once."""
    now, result = at(begin), {}
    while now <= at(end):
        result.update(dict.fromkeys(made(now, **named)))
        now = (now.astimezone(ZoneInfo("UTC")) + timedelta(minutes=1)).astimezone(NEW_YORK)
    return list(result)


def test_friday_evening_is_made_once_though_the_clock_is_set_back():
    friday = ["s@20261120T1800"]
    assert made(at("2026-11-20T17:59")) == []
    assert made(at("2026-11-20T18:00")) == friday
    assert made(at("2026-11-20T17:58")) == []
    assert made(at("2026-11-20T18:01")) == friday  # the queue's unique key refuses the second
    assert made(at("2026-11-21T18:05")) == made(at("2026-11-22T18:05")) == [], "no night on a weekend"
    assert made(at("2026-11-20T18:00"), active=False) == [], "nor of a schedule that was stopped"
    (item,) = due_items(schedule(), at("2026-11-20T18:00"))
    assert (item.id, item.due, item.bench) == ("s-20261120T1800", "2026-11-20T23:00:00+00:00", "a")


def test_a_computer_that_was_off_makes_a_night_whose_window_is_open_and_no_other():
    (late,) = due_items(schedule(), at("2026-11-23T23:40"))
    assert late.occurrence == "s@20261123T1800"
    assert late.until == "2026-11-24T09:00:00+00:00"  # ten hours after 18:00, not after it was made
    assert made(at("2026-11-25T07:30")) == []


def test_a_time_that_comes_twice_in_autumn_or_not_in_spring_is_made_once():
    result = turned("2026-11-01T00:30", "2026-11-01T03:30", when="daily at 1:30", window_h=0.5)
    assert result == ["s@20261101T0130"]
    result = turned("2026-03-08T01:00", "2026-03-08T05:00", when="daily at 2:30", window_h=0.5)
    assert result == ["s@20260308T0300"], "an hour later"


def test_a_schedule_of_every_half_hour_has_its_occurrences_in_both_hours_of_autumn():
    for window_h in (0.1, 0.5, 10):
        result = turned("2026-11-01T00:30", "2026-11-01T02:00", when="*/30 * * * *", window_h=window_h)
        hours = ("0030", "0100", "0130", "0100-0500", "0130-0500", "0200")
        assert [each for each in result if each >= "s@20261101T0030"] == [
            f"s@20261101T{each}" for each in hours
        ], window_h


def test_words_and_fields():
    for words, cron in (
        ("weeknights at 18:00", "0 18 * * 1-5"),
        ("Daily  at 6:05", "5 6 * * *"),
        ("saturdays, sundays at 20:00", "0 20 * * 6,0"),
        ("15 2 1 * *", "15 2 1 * *"),
    ):
        assert read_when(words) == cron, (words, cron)
    for text in (
        *("", "x", "at 18:00", "weeknights at 25:00", "weeknights at 18:60", "someday at 18:00"),
        *("* * * *", "* * * * * *"),
    ):
        with pytest.raises(QueueError):
            read_when(text)


def test_what_was_before_a_schedule_is_none_of_its_occurrences():
    made_at = "2026-11-20T23:30:00+00:00"  # half an hour after 18:00
    assert due_items(schedule(made=made_at), at("2026-11-20T18:40")) == []
    span = at("2026-11-18T12:00"), at("2026-11-24T12:00")
    assert occurrences(schedule(made=made_at), *span) == [("s@20261123T1800", "2026-11-23T23:00:00+00:00")]
    assert len(occurrences(schedule(), *span)) == 4
