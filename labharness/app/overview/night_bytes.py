"""How much a night records, so that free disk can be told in nights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from labharness.app.run_index import bytes_of
from labharness.app.workspace import Workspace
from labharness.evidence.folder import RunFolder

LOOKED_BACK = timedelta(days=14)
NOON = timedelta(hours=12)
"""A night is what ended between one noon and the next."""


class NightBytes:
    """Sizes of the runs of the last two weeks, each read once."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._sizes: dict[str, int] = {}

    def largest(self, ended: Iterable[tuple[str, str]], now: datetime) -> int:
        """Return the bytes of the largest night, 0 where nothing ended.

        Parameters
        ----------
        ended
            Names of runs and when they ended (UTC), the latest first.
        """
        nights: Counter[str] = Counter()
        known: dict[str, int] = {}
        for run, updated in ended:
            try:
                when = datetime.fromisoformat(updated)
            except ValueError:
                continue
            if now - when > LOOKED_BACK:
                break
            known[run] = self._size(run)
            nights[(when.astimezone() - NOON).date().isoformat()] += known[run]
        self._sizes = known
        return max(nights.values(), default=0)

    def _size(self, run: str) -> int:
        if run not in self._sizes:
            try:
                return bytes_of(RunFolder(self._workspace.path / "runs" / run))
            except OSError:
                return 0
        return self._sizes[run]
