"""The submissions on Home: listed again and again, and judged in the background while nobody waits for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from labharness.errors import LabharnessError
from labharness.gui.home.submission_standing import SubmissionStanding
from labharness.gui.kit.slow_work.errand import Errand, Say
from labharness.gui.kit.window_sentences import explain
from labharness.gui.submission_facts import CaseFacts, Filed

if TYPE_CHECKING:  # the register's forms, which the window need not wait for
    from labharness.gui.filings.register_reader import RegisterReader

FIRST_S = 4.0
"""Seconds that nothing is judged after the first look, so that the window opens undisturbed."""
REST, LONGEST_REST_S = 3.0, 60.0
"""So many times as long as a judgment took nothing is judged after it: runs at work need the processor."""
Looked = tuple[str, tuple[Filed, ...]]


class SubmissionWatch(QObject):
    """Knows what the dossiers come to as the register and the runs stand now; what is older is forgotten.

    Parameters
    ----------
    services
        Returns the register and its dossiers; called on another thread.

    Attributes
    ----------
    came
        Emitted with the submissions as :class:`SubmissionStanding`, the newest first.
    failed
        Emitted with one sentence.
    """

    came = Signal(object)
    failed = Signal(str)

    def __init__(self, services: Callable[[], RegisterReader], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._filed: tuple[Filed, ...] = ()
        self._at_work: Collection[str] = ()
        self._sign, self._wants_look, self.first_s = "", False, FIRST_S
        self._known: dict[str, CaseFacts | str] = {}
        self._began: float | None = None
        self._errand = Errand(self)
        self._errand.changed.connect(self._go_on)
        self._errand.failed.connect(self._lose)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._judge_next)

    def look(self, at_work: Collection[str]) -> None:
        """List the submissions; the runs that are at work now are named."""
        self._at_work, self._wants_look = frozenset(at_work), True
        self._go_on()

    def stop(self) -> None:
        """Judge no more."""
        self._rest.stop()
        self._errand.stop()

    def _go_on(self) -> None:
        if self._wants_look and not self._errand.busy:
            self._wants_look = False
            at_work = self._at_work
            self._errand.begin(lambda _: self._read(at_work), self._take)

    def _read(self, at_work: Collection[str]) -> Looked:
        services = self._services()
        filed = tuple(services.filed())
        return services.case_sign(at_work) if filed else "", filed

    def _take(self, looked: Looked) -> None:
        sign, self._filed = looked
        if sign != self._sign:
            self._sign, self._known = sign, {}
        if self._began is None:
            self._began = time.monotonic()
            self._rest.start(round(1000 * self.first_s))
        elif not self._rest.isActive():
            self._rest.start(0)
        self._tell()

    def _lose(self, sentence: str) -> None:
        """Nobody knows how the register stands now, so nothing is known of its dossiers either."""
        self._sign, self._known = "", {}
        self._tell()
        self.failed.emit(sentence)

    def _judge_next(self) -> None:
        waiting = [each.id for each in reversed(self._filed) if each.id not in self._known]
        if not (waiting and self._sign) or self._errand.busy:
            return  # the next look comes back to it; before that nobody may know how the register stands
        sign, at_work, begun = self._sign, self._at_work, time.monotonic()

        def take(result: CaseFacts | str | None) -> None:
            took = time.monotonic() - begun
            self._rest.start(round(1000 * min(LONGEST_REST_S, REST * took)))
            if result is None or sign != self._sign:
                self._wants_look = True  # it changed meanwhile, and nobody knows what was judged
            else:
                self._known[waiting[0]] = result
                self._tell()

        self._errand.begin(lambda say: self._judge(waiting[0], sign, at_work, say), take)

    def _judge(
        self, submission: str, sign: str, at_work: Collection[str], say: Say
    ) -> CaseFacts | str | None:
        """Return what a dossier comes to, or why it cannot be said; None where anything changed meanwhile."""
        services = self._services()
        facts: CaseFacts | str
        try:
            facts = services.case(submission, say)
        except (LabharnessError, OSError) as error:
            facts = explain(error)
        return facts if services.case_sign(at_work) == sign else None

    def _tell(self) -> None:
        rows: Sequence[SubmissionStanding] = [
            SubmissionStanding(each, self._known.get(each.id)) for each in reversed(self._filed)
        ]
        self.came.emit(rows)
