"""Data that two runs have in common, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.equal_data import EqualData
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    EqualData.ELSEWHERE: (
        "The data of {run} begin as those of {runs}, outside this submission. A person must find the cause and explain it with "
        "evidence."
    ),
    EqualData.NOT_EQUAL: (
        "Explanation {explanation} has no effect: no data on record are the same in {runs}. Name the two runs with "
        "the same data, or withdraw it."
    ),
    EqualData.BY_PARTICIPANT: (
        "Explanation {explanation} is from {person}, who took part in run {run}. Another person must decide."
    ),
    EqualData.UNEXPLAINED: (
        "The data of {run} begin as those of {runs}, which does not happen by chance and is no pass. The authorizer can explain it "
        "with evidence: 'labharness submission explain'."
    ),
    EqualData.EXPLAINED_BY: (
        "The data of {run} begin as those of {runs}. {person} explained it with {files} ({explanation} of {submission}): "
        "{cause}"
    ),
    EqualData.EXPLAINED: "{runs}.",
    EqualData.EXPLAINED_ELSEWHERE: (
        "Explanation {explanation} is about equal data of {runs}. The second of these is outside this submission."
    ),
    EqualData.SHARED: "Stage {stage}: {units} {what} from number {first} on.",
}

IN_WINDOW: Mapping[Code, str] = {
    EqualData.UNEXPLAINED: (
        "The data of {run} begin as those of {runs}, which does not happen by chance and is no pass. The authorizer can explain it "
        "with evidence: choose Explain equal data… in Submissions, Decisions."
    ),
}
