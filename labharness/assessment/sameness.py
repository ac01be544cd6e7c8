"""Whether what a device or a person names is what stands on record."""

from __future__ import annotations

from labharness.filings.entries.items import Component
from labharness.model.device import SoftwareComponent


def reads_the_same(one: str, other: str) -> bool:
    """Whether two names are one, letter case and white space aside."""
    return bool(one) and " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def is_same(kept: Component, said: SoftwareComponent) -> bool:
    """Whether what a device named is a component on record: name, version and hash."""
    return (
        reads_the_same(kept.name, said.name)
        and reads_the_same(kept.version, said.version)
        and kept.digest.casefold() == said.digest.casefold()
    )
