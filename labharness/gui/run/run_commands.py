"""Sends commands to a run one after the other, on another thread, as the register is asked who may."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from labharness.acts.declaring import Seat
from labharness.acts.tell import tell
from labharness.gui.kit.slow_work.errand import Errand
from labharness.gui.kit.words import tr


@dataclass(frozen=True, slots=True)
class RunCommand:
    """One command.

    Parameters
    ----------
    sent
        What is said once it is sent, "" for nothing.
    answer, prompt
        Of an answer.
    """

    run: str
    command: str
    who: str = ""
    sent: str = ""
    answer: str = ""
    prompt: int | None = None


class RunCommands(QObject):
    """Keeps the order in which commands were given.

    Parameters
    ----------
    seat
        Where they are sent from.

    Attributes
    ----------
    told
        Emitted with what came of a command.
    refused
        Emitted with why an answer was not sent.
    """

    told, refused = Signal(str), Signal(str)

    def __init__(self, seat: Seat, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._seat = seat
        self._waiting: deque[RunCommand] = deque()
        self._errand = Errand(self)
        self._errand.failed.connect(self._fail)
        self._errand.changed.connect(self._next)

    @property
    def busy(self) -> bool:
        """Whether a command has not been sent yet."""
        return bool(self._waiting)

    def send(self, command: RunCommand) -> None:
        """Send a command after those that were given before."""
        self._waiting.append(command)
        self._next()

    def stop(self) -> None:
        """Return when the command at hand is sent; the others are dropped."""
        self._errand.stop()

    def _next(self) -> None:
        if self._waiting and not self._errand.busy:
            number = self._waiting[0]
            self._errand.begin(
                lambda _: self._seat.do(
                    tell, number.run, number.command, number.answer, who=number.who, prompt=number.prompt
                ),
                lambda _: self._done(number),
            )

    def _done(self, command: RunCommand) -> None:
        self._waiting.popleft()
        if command.sent:
            self.told.emit(command.sent)

    def _fail(self, sentence: str) -> None:
        result = self._waiting.popleft()
        if result.prompt is not None:
            self.refused.emit(
                tr("The answer was not sent. {sentence} What you entered is kept.", sentence=sentence)
            )
        else:
            self.told.emit(tr("The command was not sent. {sentence}", sentence=sentence))
