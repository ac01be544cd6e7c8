"""Whether what a device or a person names is what stands on record."""

from __future__ import annotations

from labharness.filings.entries.items import Component
from labharness.model.device import SoftwareComponent


def reads_the_same(text: str, other: str) -> bool:
    """Whether two names are one, letter case and white space aside."""
    return bool(text) and " ".join(text.split()).casefold() == " ".join(other.split()).casefold()


def is_same(kept: Component, component: SoftwareComponent) -> bool:
    """Whether what a device named is a component on record: name, version and hash."""
    return (
        reads_the_same(kept.name, component.name)
        and reads_the_same(kept.version, component.version)
        and kept.digest.casefold() == component.digest.casefold()
    )
