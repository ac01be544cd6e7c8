"""The device's process ends without a word after so many answers."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import AfterAnswers, Die


class KilledAfter(AfterAnswers):
    """Dies."""

    HELP: ClassVar = "answers before the device's process is killed"
    STEP: ClassVar = Die()
