"""The way back: the addresses shown before, each with what its page kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from labharness.model.address import Address

MOST = 200


@dataclass(slots=True)
class History:
    """Addresses in the order of their visits; the oldest are forgotten beyond 200."""

    _places: list[tuple[Address, object]] = field(default_factory=list)
    _at: int = -1

    @property
    def has_back(self) -> bool:
        """Whether something was shown before."""
        return self._at > 0

    @property
    def has_forward(self) -> bool:
        """Whether somebody went back from something."""
        return self._at + 1 < len(self._places)

    def visit(self, address: Address) -> None:
        """Add an address after the present one; what was ahead is forgotten."""
        if self._at >= 0 and self._places[self._at][0] == address:
            return
        del self._places[self._at + 1 :]
        self._places.append((address, None))
        del self._places[:-MOST]
        self._at = len(self._places) - 1

    def arrive(self, address: Address) -> None:
        """Call the present place by the address that its page found out.

        A place of its own would lead back to the same question, whose answer leads here again, for ever.
        """
        if self._at >= 0:
            self._places[self._at] = (address, self._places[self._at][1])

    def keep(self, kept: object) -> None:
        """Remember what the page of the present address needs to look the same again."""
        if self._at >= 0:
            self._places[self._at] = (self._places[self._at][0], kept)

    def go(self, step: int) -> tuple[Address, object] | None:
        """Move by one step back or forward; returns the address and what its page kept, None at either end."""
        if not 0 <= self._at + step < len(self._places):
            return None
        self._at += step
        return self._places[self._at]
