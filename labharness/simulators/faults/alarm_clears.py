"""An alarm, or the word of a wrong count, goes away although its cause is still there."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import CARDS, Fault


class AlarmClears(Fault):
    """Forgets what it complained of."""

    HELP: ClassVar = "an alarm goes away while its cause is still there (takes no value)"
    KINDS: ClassVar = CARDS

    def dismissed(self, stands: bool) -> bool:  # noqa: ARG002  a hook's signature
        """Be silent."""
        return False
