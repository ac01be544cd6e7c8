"""Sentences of a validation."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.validation import Validations
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Validations.REFERENCE_DIFFERS: (
        "{subject}, {name}: gives {found:nine_digits} instead of {published:nine_digits} ({source})."
    ),
    Validations.REFERENCE_FAILED: (
        "{subject}, {name}: ends in an error instead of {published:nine_digits} ({source}): {error}."
    ),
    Validations.CHECK_SILENT: "{check}: no result for any of {samples} fair {samples:sample|samples}.",
    Validations.RATE_ABOVE: (
        "{subject}: {event} in {hits} of {samples} fair {samples:sample|samples}, {share:percent}. The rate must be at most "
        "{nominal:percent}."
    ),
    Validations.NOT_UNIFORM: "{check}: its p-values of fair samples are not uniform (Kolmogorov-Smirnov {p:p}).",
    Validations.INTERVALS: (
        "{above} of {intervals} {intervals:interval|intervals} of false alarms {above:lies|lie} above the nominal rate. Chance "
        "alone puts up to one in forty there. The faults list those that chance does not explain."
    ),
    Validations.TRIAL: "This is a trial: a validation takes at least {least} replicates; this one took {replicates}.",
    Validations.LEFT_OUT: "Not requested, and not in this file: {parts}.",
}
