"""Kinds of open items: twenty missing documents are one matter, not twenty."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from labharness.model.reasons.conclusion import Conclusions
from labharness.reason import Reason

TOTALS: Mapping[str, Callable[[int], Reason]] = {
    Conclusions.CLAUSE_NOT_TESTED.code: lambda number: Conclusions.CLAUSES_NOT_TESTED(clauses=number),
    Conclusions.CLAUSE_INCONCLUSIVE.code: lambda number: Conclusions.CLAUSES_INCONCLUSIVE(clauses=number),
    Conclusions.WORDING_UNCONFIRMED.code: lambda number: Conclusions.WORDINGS_UNCONFIRMED(clauses=number),
    Conclusions.DOCUMENT_MISSING.code: lambda number: Conclusions.DOCUMENTS_MISSING(documents=number),
}
"""What gives the number of the open items of a code, for codes of which many are one matter."""
