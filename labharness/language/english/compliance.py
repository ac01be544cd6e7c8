"""Headings of the compliance matrix and remarks on its clauses, in words."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.compliance import Compliance
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Compliance.GENERAL_LAW: "General law.",
    Compliance.OTHER_SOURCES: "Not this law: rules of other states and the laboratory's own practice.",
    Compliance.OF_PRODUCT: "{game} (chapter {chapter}): {device}, {product}.",
    Compliance.OF_GAME: "{game} (chapter {chapter}): {device}.",
    Compliance.EXCLUDED: "{why:clause} ({person}, {date:day}).",
    Compliance.RELIED_ON: "{provider}, {number}, {date:day}.",
    Compliance.INAPPLICABLE: "{items:;}.",
    Compliance.ITEM_INAPPLICABLE: "{item}: {why:clause} ({run}).",
    Compliance.WITHOUT_REASON: "{item}: no reason is on file ({run}).",
    Compliance.UNCURED: "{runs}: the software was replaced, but its failure counts: {why:;}.",
}
