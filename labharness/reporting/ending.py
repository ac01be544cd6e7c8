"""The ending of a run in words."""

from __future__ import annotations

from labharness.assessment.runs.subject import Subject
from labharness.assessment.statements import ending_reasons
from labharness.language.recorded import worded
from labharness.language.text import words


def ended(subject: Subject) -> str:
    """Write how the run ended, and why."""
    return f"{words(subject.ending.value)}. {worded(ending_reasons(subject))}"
