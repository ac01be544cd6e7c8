"""What may be added to a report's file after it was drawn: signatures, time stamps, and what proves them.

The library's own rules also let a later revision replace what the file says of itself (document information and
XMP), for other programs write there whenever they save. A report's XMP names its evidence and its verdict, so
here nothing of it may change.
"""

from __future__ import annotations

from pyhanko.sign.diff_analysis import (
    CatalogModificationRule,
    DSSCompareRule,
    FormUpdatingRule,
    ModificationLevel,
    ObjectStreamRule,
    SigFieldCreationRule,
    SigFieldModificationRule,
    StandardDiffPolicy,
    XrefStreamRule,
)

_CATALOG = frozenset({"/AcroForm", "/DSS", "/Extensions"})
_FORM = frozenset({"/Fields"})


def _policy(catalog: frozenset[str], form: frozenset[str]) -> StandardDiffPolicy:
    rules = (XrefStreamRule(), ObjectStreamRule(), DSSCompareRule())
    return StandardDiffPolicy(
        [
            CatalogModificationRule(catalog),  # type: ignore[no-untyped-call]  # its types are not told
            *(rule.as_qualified(ModificationLevel.LTA_UPDATES) for rule in rules),
        ],
        FormUpdatingRule([SigFieldCreationRule(), SigFieldModificationRule()], form),  # type: ignore[no-untyped-call]  # as above
    )


AFTER_A_SIGNATURE = _policy(_CATALOG, _FORM)
"""What may follow a signature."""
AFTER_DRAWING = _policy(_CATALOG | {"/Perms"}, _FORM | {"/SigFlags"})
"""What may follow a file that nobody has signed: the first signature also sets what signatures permit."""
