"""What a validation found that is not as it should be, and what its reader must know."""

from __future__ import annotations

from labharness.reason import Code, note


class Validations(Code, area="validation"):
    """Faults of the program under validation, and notes on the figures."""

    REFERENCE_DIFFERS = note(subject=str, name=str, found=float, published=float, source=str)
    REFERENCE_FAILED = note(subject=str, name=str, error=str, published=float, source=str)
    CHECK_SILENT = note(check=str, samples=int)
    RATE_ABOVE = note(subject=str, event=str, hits=int, samples=int, share=float, nominal=float)
    NOT_UNIFORM = note(check=str, p=float)

    INTERVALS = note(intervals=int, above=int)
    TRIAL = note(least=int, replicates=int)
    LEFT_OUT = note(parts=tuple[str, ...])
