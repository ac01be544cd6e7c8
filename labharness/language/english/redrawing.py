"""Sentences about a report that is drawn again from its folder."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.redrawing import Redrawings
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Redrawings.FAILED: "The report cannot be drawn again from its folder: {why:;}.",
    Redrawings.APPENDED: "{file} holds more additions than signatures.",
    Redrawings.OTHER_BYTES: "{file} has the same text and other bytes than the report drawn again.",
    Redrawings.PAGE_DIFFERS: "{file}, page {page}: the file reads “{there}”; drawn again it reads “{drawn}”.",
    Redrawings.PAGES_MORE: "{file}: {pages} more {pages:page differs|pages differ}.",
    Redrawings.RUN_ENDS_OTHERWISE: "Run {run} does not end as the manifest states.",
    Redrawings.RUN_UNACCOUNTED: "The register records the start of run {run}, which is neither here nor listed as lost.",
    Redrawings.RECORD_ALTERED: "{file}: Record {number} of the register was changed.",
    Redrawings.ENTRY_DIFFERS: '{file}: The {kind} "{entry}" differs from the records of the register.',
    Redrawings.OTHER_VERDICT: "The report states {there}, but its evidence gives {drawn} (reasons: {why:;}).",
    Redrawings.UNSUPPORTED: "The evidence does not support this statement of the report: {what:clause}.",
    Redrawings.UNSUPPORTED_MORE: (
        "The evidence does not support {statements} more {statements:statement|statements} of the report."
    ),
    Redrawings.MISSING: "The report lacks this statement, which follows from the evidence: {what:clause}.",
    Redrawings.MISSING_MORE: (
        "The report lacks {statements} more {statements:statement that follows|statements that follow} "
        "from the evidence."
    ),
    Redrawings.REASON: "Reason: {why:clause}.",
    Redrawings.OPEN_ITEM: "Open item: {why:clause}.",
    Redrawings.RECOMMENDATION: "Recommendation: {recommendation}.",
    Redrawings.RECOMMENDATION_WITHHELD: "Recommendation withheld: {recommendation}.",
    Redrawings.CLAUSE: "{clause} ({matrix:clause}): {result}, wording {wording}.",
    Redrawings.INCOMPLETE: "The report cannot be drawn again, because its folder does not hold {file}.",
    Redrawings.OTHER_TEXTS: (
        "The report was drawn with other texts than those here: {changed:;}. The differences follow."
    ),
    Redrawings.OTHER_LIBRARIES: (
        "The text of the report was compared, but not its figures: it was drawn with other versions: {changed:;}."
    ),
    Redrawings.VERSION: "{name} was {then} and is {now} here.",
    Redrawings.FILE_CHANGED: "{file} differs.",
    Redrawings.CHANGES_MORE: "{changes} more.",
}
