"""Sentences about what a check found in a file."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.file_remark import FileRemarks
from labharness.reason import Code

_VIOLATIONS = "{violations} {violations:violation|violations} in {units} {units:unit|units}."

SENTENCES: Mapping[Code, str] = {
    FileRemarks.VIOLATIONS: _VIOLATIONS,
    FileRemarks.VIOLATIONS_FIRST: f"{_VIOLATIONS} First: {{first:clause}}.",
    FileRemarks.NO_VIOLATION: "No violation in {units} {units:unit|units}.",
    FileRemarks.RARE: "Chance alone would do this less often than {level}, all checks together.",
    FileRemarks.SMALLEST_SHOWN: "The p-value is the smallest that its replicates show. Take more of them.",
    FileRemarks.NO_RESULT: "The check reports nothing about this file.",
}
