"""The device halts its endpoints after so many answers."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import AfterAnswers, Stall


class StallAfter(AfterAnswers):
    """Stalls for good."""

    HELP: ClassVar = "answers before every transfer stalls"
    STEP: ClassVar = Stall()
