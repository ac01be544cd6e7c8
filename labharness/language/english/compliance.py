"""Remarks on clauses of the compliance matrix, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.compliance import Compliance
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Compliance.EXCLUDED: "{why:clause} ({person}, {date}).",
    Compliance.RELIED_ON: "{provider}, {number}, {date}.",
    Compliance.INAPPLICABLE: "{items:;}.",
    Compliance.ITEM_INAPPLICABLE: "{item}: {why:clause} ({run}).",
    Compliance.WITHOUT_REASON: "{item}: no reason is on file ({run}).",
    Compliance.UNCURED: "{runs}: the software was replaced, but its failure counts: {why:;}.",
}
