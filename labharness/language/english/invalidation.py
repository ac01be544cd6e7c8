"""Invalidations of runs, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.invalidation import Invalidations
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Invalidations.NO_SUCH_RUN: (
        "Invalidation {invalidation} names a missing run: {run}, whose start record has the hash {start}."
    ),
    Invalidations.RUN_COUNTS: "Invalidation {invalidation}: run {run} still counts. {why}",
    Invalidations.BY_PARTICIPANT: (
        "Invalidation {invalidation} is from {person}, who took part in run {run}. Another person must decide."
    ),
    Invalidations.UNFOUNDED: "Run {run} was settled as set aside, but no invalidation on file names it.",
    Invalidations.RUN_UNKNOWN: "The run is missing.",
    Invalidations.NOT_SETTLED: "Its attempts are not settled.",
    Invalidations.AS_ANY_OTHER: "It was settled like any other run.",
    Invalidations.SET_ASIDE: "{run} ({ending:clause}).",
    Invalidations.ENDED: "{ending}.",
    Invalidations.COMPLETED_AFTER: (
        "Completed after {interruptions} {interruptions:interruption|interruptions}."
    ),
    Invalidations.COMPLETED_WITH_DEVIATIONS: "Completed with deviations.",
    Invalidations.COMPLETED_UNASKED: "Completed, not required.",
}
