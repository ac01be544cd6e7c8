"""How long a plan says that people are needed."""

import doctest

import pytest

from labharness.plans import attendance
from labharness.plans.attendance import Attendance


def test_examples():
    found = doctest.testmod(attendance)
    assert found.attempted
    assert not found.failed


@pytest.mark.parametrize(
    ("needed", "reason"),
    [
        (Attendance(0, 0, 0), ""),
        (
            Attendance(6 * 3600, 0, 0),
            "Attendance: about 6.0 hours for the sample: one session.",
        ),
        (
            Attendance(360, 0, 1),
            (
                "Attendance: about 0.1 hours for the sample and 0.1 hours for 1 item of about five minutes: "
                "0.2 hours or one session in all. What is read or built away from the bench comes on top."
            ),
        ),
        (
            Attendance(12 * 3600, 31, 0),
            (
                "Attendance: about 12.0 hours for the sample and 1.0 hours for 31 trials of about two minutes: "
                "13.0 hours or 3 sessions of at most 6 hours in all. The sample is divided in 2 sessions. "
                "A session can be closed between any two trials or items."
            ),
        ),
        (
            Attendance(6 * 3600 + 1, 0, 0),
            (
                "Attendance: about 6.0 hours for the sample: 6.0 hours or 2 sessions of at most 6 hours. "
                "A session can be closed between any two trials or items."
            ),
        ),
    ],
)
def test_all_of_it_is_counted(needed, reason):
    assert needed.reason == reason
