"""What the room Help needs from the product."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from labharness.app.manual.place import Manual


class HelpServices(Protocol):
    """The manual and the program; each is called on another thread and may raise a ``LabharnessError``."""

    def manual(self) -> Manual:
        """Return the manual; one that runs from its sources makes it first."""
        ...

    def versions(self) -> Mapping[str, str]:
        """Return the versions and hashes that results depend on."""
        ...
