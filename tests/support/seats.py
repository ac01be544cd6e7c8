"""A seat whose acts are the test's."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass
class Seats:
    """Hears every act with its parameters and answers what the test wants."""

    heard: Callable[..., Any]
    workspace: Any = None
    by: str | None = None

    def do(self, act, *args, **named):
        """Ask the test."""
        return self.heard(act, *args, **named)
