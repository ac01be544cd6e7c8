"""The search itself: matches on another thread and streams what fits; a newer question ends an older one."""

from __future__ import annotations

from heapq import nsmallest

from PySide6.QtCore import QObject, Signal

from labharness.gui.kit.findable import FoundObject, ResultGroup
from labharness.gui.kit.slow_work.worker_thread import WorkerThread
from labharness.gui.shell.search.catalogs import Catalogs
from labharness.gui.shell.search.query import Query
from labharness.model.address import Address

EACH = 6
"""Results of a kind where all kinds are looked for."""
MOST = 200
"""Results where one kind is looked for."""
PATIENCE_S = 0.2


class Finder(QObject):
    """Looks for objects.

    Attributes
    ----------
    found
        Emitted with the number of the question, and objects that fit it, the best first.
    over
        Emitted with the number of the question when there are no more.
    """

    found = Signal(int, object)
    over = Signal(int)

    def __init__(self, catalogs: Catalogs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._catalogs = catalogs
        self._thread = WorkerThread()
        self._asked = 0

    def ask(self, query: Query) -> int:
        """Begin to look; returns the number of the question."""
        self._asked += 1
        number = self._asked
        self._catalogs.refresh()
        self._thread.start(lambda: self._look(number, query))
        return number

    def stop(self) -> None:
        """Give up what is looked for, and return when that is so."""
        self._asked += 1
        self._catalogs.stop()
        self._thread.wait()

    def _look(self, number: int, query: Query) -> None:
        counts = tuple(0 for _ in self._catalogs.counts())
        seen: set[tuple[ResultGroup, Address]] = set()
        left = {kind: MOST if query.kind is kind else EACH for kind in ResultGroup}
        while number == self._asked:
            new, counts = self._catalogs.since(counts)
            fresh = [each for each in new if _key(each) not in seen] if seen else new
            fitting = _fitting(query, fresh, left)
            seen.update(map(_key, fitting))
            if fitting:
                self.found.emit(number, fitting)
            if not self._catalogs.wait(counts, PATIENCE_S):
                break
        if number == self._asked:
            self.over.emit(number)


def _key(result: FoundObject) -> tuple[ResultGroup, Address]:
    return result.kind, result.address


def _fitting(query: Query, objects: list[FoundObject], left: dict[ResultGroup, int]) -> list[FoundObject]:
    """Return the best objects of each kind, as many as are left of it, and count them."""
    ranked: dict[ResultGroup, list[tuple[int, int]]] = {}
    for at, each in enumerate(objects):
        rank = query.rank_found(each) if left[each.kind] else None
        if rank is not None:
            ranked.setdefault(each.kind, []).append((rank, at))
    fitting = []
    for kind, places in ranked.items():
        best = nsmallest(left[kind], places)
        left[kind] -= len(best)
        fitting += [objects[at] for _, at in best]
    return fitting
