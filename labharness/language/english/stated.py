"""Where a plan is more lenient than the rules that it cites, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.stated import Stated
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Stated.CONFIDENCE: (
        "The plan holds {clause} to a significance level of {level}. The rule states {stated}, so the plan supports "
        "no pass."
    ),
    Stated.FAIL_LEVEL: (
        "The plan fails the first sample under {clause} below {level} only. The laboratory's standard is {stated}, so "
        "the plan supports no pass."
    ),
    Stated.RETEST_LEVEL: (
        "The plan fails the retest under {clause} below {level} only. The rule states {stated}, so the plan supports "
        "no pass."
    ),
    Stated.TAIL: (
        "The plan judges {clause} in the {tail} tail. The rule judges in the {stated} tail, so the plan supports no "
        "pass."
    ),
    Stated.NOT_ALONE: (
        "The plan adjusts {checks} {checks:check|checks} under {clause} together. The rule names one test, which is "
        "judged alone, so the plan supports no pass."
    ),
    Stated.DILUTED: (
        "The plan adjusts {checks} checks of the stage {stage} under {clause} together. The rule names {tests} "
        "{tests:test|tests}, so the plan supports no pass."
    ),
    Stated.NOT_REQUIRED: (
        "{check}: the plan makes this check informational, although it answers {clause}. The plan supports no pass."
    ),
    Stated.NOT_ANSWERED: (
        "The plan cites {clause}, which names a statistical test, and requires no check under it. The plan supports "
        "no pass."
    ),
    Stated.LABORATORY_LEVEL: (
        "The plan holds the laboratory's own checks to a family-wise level of {level}. The laboratory's standard is "
        "{stated}, so the plan supports no pass."
    ),
}
