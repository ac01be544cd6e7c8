"""A clock that is set back during a run is a deviation on record."""

import pytest

from labharness.evidence import clock
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.course import DeviationBody
from labharness.evidence.verify import verify
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Ending
from tests.support.runs import tiny_start, tiny_unit


@pytest.fixture
def offset(monkeypatch):
    """The wall clock less the monotonic clock, in seconds, to be changed."""
    result = [1000.0]
    monkeypatch.setattr(clock, "offset_ns", lambda: round(result[0] * 1e9))
    return result


def deviations(path):
    return [record for record in RunFolder(path).records() if isinstance(record.body, DeviationBody)]


def test_an_hour_back_is_recorded_before_the_next_record(tmp_path, offset):
    writer = tiny_start(tmp_path / "run")
    tiny_unit(writer, 0)
    offset[0] -= 3600
    tiny_unit(writer, 1)
    offset[0] -= 7
    writer.end(Ending.COMPLETE, ())
    assert [deviation.body.reasons for deviation in deviations(tmp_path / "run")] == [
        (Evidence.CLOCK_SET_BACK(seconds=3600.0),),
        (Evidence.CLOCK_SET_BACK(seconds=7.0),),
    ]
    assert verify(tmp_path / "run").problems == ()


def test_what_synchronization_does_is_no_deviation(tmp_path, offset):
    writer = tiny_start(tmp_path / "run")
    for step in (-1.5, 3600.0, -1.9, 1.9):  # a computer that slept goes forward by an hour
        offset[0] += step
        tiny_unit(writer, 0)
    writer.end(Ending.COMPLETE, ())
    assert deviations(tmp_path / "run") == []


def test_small_steps_back_add_up(tmp_path, offset):
    writer = tiny_start(tmp_path / "run")
    for unit in range(3):
        tiny_unit(writer, unit)
        offset[0] -= 1.5
    writer.end(Ending.COMPLETE, ())
    [result] = deviations(tmp_path / "run")
    assert result.body.reasons[0]["seconds"] == pytest.approx(3.0)
