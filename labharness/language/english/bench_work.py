"""Why what a person entered at the bench is no answer yet, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.bench_work import BenchWork
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    BenchWork.FIELD_EMPTY: "Enter the {field}. Write none if the device shows none.",
    BenchWork.FIELD_NO_COUNT: 'The {field}: "{text}" is not a number of cards. Enter digits only.',
    BenchWork.FIELD_SEPARATOR: "The {field} holds a semicolon, which separates fields in the record. Write a comma instead.",
    BenchWork.COMMENT_MISSING: "Enter a comment: the observation, or the reason.",
    BenchWork.PHOTOGRAPH_MISSING: "Choose the file with the photograph. This answer requires one.",
    BenchWork.NOT_THE_SET: "{entered} of {expected} cards entered; not the declared set: {difference:;}.",
}
