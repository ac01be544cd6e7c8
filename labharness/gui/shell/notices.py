"""Notices: one for each matter and run that ended, gone with its cause; the list behind the bell, and what is announced outside."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial

from PySide6.QtCore import Q_ARG, QMetaObject, QRect, Qt, Signal
from PySide6.QtWidgets import QApplication, QLabel, QSystemTrayIcon, QWidget

from labharness.app.installation.window_libraries import platform
from labharness.app.overview.attention import OpenMatter
from labharness.app.overview.overview import EndedRun, Overview
from labharness.gui.kit import theme
from labharness.gui.kit.icons import icon
from labharness.gui.kit.parts import in_column
from labharness.gui.kit.run_standing import KINDS, Tone, elapsed, say, tone_of
from labharness.gui.kit.slow_work import WorkerThread
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.window_state import DEFAULTS, ON_DESKTOP, SOUND, WindowState
from labharness.gui.kit.window_state import REPEAT as REPEATED
from labharness.gui.kit.words import code_words, tr
from labharness.gui.shell.floating import FloatingPanel
from labharness.language.dates import time_of_day
from labharness.language.standings import standing_words
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.model.reasons.register import Attention

SOUNDS = frozenset(
    code.code
    for code in (
        Attention.ANSWER,
        Attention.DEVICE_LOST,
        Attention.RUNNER_GONE,
        Attention.BENCH_SILENT,
        Attention.LEFT_OPEN,
        Attention.RUN_LOST,
        Attention.QUEUE_AWAY,
        Attention.QUEUE_DAMAGED,
        Attention.REGISTER_AWAY,
    )
)
"""Matters that are announced by a tone as well."""
FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Notice:
    """One line of the list.

    Parameters
    ----------
    key
        What tells it from others for as long as its cause lasts.
    word
        What it is called.
    since, until
        Moments in UTC, "" where there is none.
    needs
        Whether it needs a person, and counts; else it is gone when it was opened.
    code
        Code of the matter, or :data:`FINISHED`.
    """

    key: str
    word: str
    tone: Tone
    text: str
    address: Address
    since: str
    until: str
    needs: bool
    code: str

    @property
    def sounds(self) -> bool:
        """Whether a tone announces it."""
        return self.code in SOUNDS


def notices_of(overview: Overview, opened: Collection[str]) -> tuple[Notice, ...]:
    """Return what needs a person by deadline, then the runs that ended and were not opened since.

    Parameters
    ----------
    opened
        Keys of notices that were opened.
    """
    needed = [_of_matter(matter) for matter in overview.matters]
    ended = [notice for run in overview.ended if (notice := _of_run(run)).key not in opened]
    return (*needed, *ended)


def _of_matter(matter: OpenMatter) -> Notice:
    word, tone = KINDS[matter.code]
    key = f"{matter.code} {matter.address} {matter.since}"
    text = say(matter.reason)
    needs = matter.code != Attention.SIGN.code
    return Notice(key, word, tone, text, matter.address, matter.since, matter.until, needs, matter.code)


def _of_run(run: EndedRun) -> Notice:
    result, ending = standing_words(run.standing), code_words(run.ending)
    text = tr("{run} has ended: {verdict}; {ending}.", run=run.run, verdict=result, ending=ending)
    return Notice(
        key=f"{FINISHED} {run.run} {run.updated}",
        word=tr("Finished"),
        tone=tone_of(run.standing),
        text=text,
        address=Address(Room.RUNS, (run.run,)),
        since=run.updated,
        until="",
        needs=False,
        code=FINISHED,
    )


WIDTH, HEIGHT = 720, 420
EMPTY = tr("Nothing needs you. What needs a person appears here, and stays until its cause is gone.")
UNKNOWN = tr("The workspace cannot be read; nobody knows what needs you.")

NOTICES = (
    Column[Notice](tr("What"), lambda each: each.word, 120, tone=lambda each: each.tone),
    Column[Notice](
        tr("Until"),
        lambda each: time_of_day(each.until) if each.until else "",
        80,
        sort=lambda each: each.until or "9",
    ),
    Column[Notice](
        tr("Since"), lambda each: elapsed(each.since), 80, sort=lambda each: each.since, number=True
    ),
    Column[Notice](tr("Notice"), lambda each: each.text, 360),
)


class BellPanel(FloatingPanel):
    """What needs a person."""

    opened = Signal(object)
    """Emitted with the :class:`Notice` that somebody opens."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self.heading = QLabel()
        self.table: RowTable[Notice] = RowTable(
            tr("Notices"), NOTICES, lambda each: each.key, EMPTY, lines=3, address=lambda each: each.address
        )
        self.table.opened.connect(self._open)
        self.table.clicked.connect(lambda _: self._open(self.table.current))
        self.heading.setBuddy(self.table)
        in_column(self.heading, (self.table, 1), gap=6, edges=(12, 10, 12, 12), on=self)

    def show_notices(self, notices: Sequence[Notice]) -> None:
        """Show these."""
        self.heading.setText(tr("NEEDS YOU, nearest deadline first"))
        self.table.tell_empty(EMPTY)
        self.table.show_rows(notices)

    def lose(self) -> None:
        """Claim nothing."""
        self.table.tell_empty(UNKNOWN)
        self.table.show_rows(())

    def open_below(self, anchor: QWidget) -> None:
        """Open below the bell, inside the window."""
        right = anchor.mapTo(self._parent, anchor.rect().bottomRight())
        width = min(WIDTH, self._parent.width() - 24)
        left = max(12, min(right.x() - width, self._parent.width() - width - 12))
        height = min(HEIGHT, self._parent.height() - right.y() - 18)
        self.setGeometry(QRect(left, right.y() + 6, width, height))
        self.show()
        self.raise_()
        if not self.table.currentIndex().isValid() and self.table.shown.rowCount():
            self.table.setCurrentIndex(self.table.shown.index(0, 0))
        self.table.setFocus()

    def _open(self, notice: Notice | None) -> None:
        if notice is not None:
            self.hide()
            self.opened.emit(notice)


LAST_CALL = timedelta(minutes=5)
"""Time before the limit of a prompt at which it is announced once more."""
REPEAT = timedelta(minutes=2)
"""Time after which the tone of a prompt is repeated, where somebody wants that."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something to tell.

    Parameters
    ----------
    shown
        Whether it is shown on the desktop; a repeated tone is not.
    """

    notice: Notice
    sounds: bool
    shown: bool = True


@dataclass(slots=True)
class Announcer:
    """Remembers what was announced.

    Parameters
    ----------
    repeats
        Whether the tone of a prompt is repeated until it is answered.
    """

    repeats: bool = False
    _told: dict[str, set[str]] = field(default_factory=dict)
    _last_tone: dict[str, datetime] = field(default_factory=dict)
    _begun: bool = False

    def take(self, notices: Iterable[Notice], now: datetime) -> list[Announcement]:
        """Return what to announce now; what was there when the window opened is not new."""
        listed = list(notices)
        keys = {notice.key for notice in listed}
        self._told = {key: each for key, each in self._told.items() if key in keys}
        self._last_tone = {key: tone for key, tone in self._last_tone.items() if key in keys}
        result = [each for notice in listed for each in self._of(notice, now)]
        silent, self._begun = not self._begun, True
        return [] if silent else result

    def _of(self, notice: Notice, now: datetime) -> Iterator[Announcement]:
        text = self._told.setdefault(notice.key, set())
        due = [stage for stage in _stages(notice, now) if stage not in text]
        text.update(due)
        if due:
            self._last_tone[notice.key] = now
            yield Announcement(notice, notice.sounds)
        elif self.repeats and _is_prompt(notice) and now - self._last_tone.get(notice.key, now) >= REPEAT:
            self._last_tone[notice.key] = now
            yield Announcement(notice, sounds=True, shown=False)


def _stages(notice: Notice, now: datetime) -> Iterator[str]:
    """Yield the occasions of a notice that have come."""
    yield "new"
    if not (_is_prompt(notice) and notice.since and notice.until):
        return
    since, until = datetime.fromisoformat(notice.since), datetime.fromisoformat(notice.until)
    if now >= since + (until - since) / 2:
        yield "half"
    if now >= until - LAST_CALL and until - since > LAST_CALL:
        yield "last call"


def _is_prompt(notice: Notice) -> bool:
    return notice.code == Attention.ANSWER.code


SHOWN_MS = 15_000


Show = Callable[[str, str], object]
"""Shows a title and a sentence outside the window; nothing depends on it."""
SERVICE, PLACE = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
TIMEOUT_MS = 2000
NORMAL = -1
"""The desktop's own time for which a notification is shown."""


def desktop() -> Show | None:
    """Return the desktop's way to show something, None where it offers none."""
    if platform().startswith("linux"):
        from PySide6.QtDBus import QDBusConnection

        thread = WorkerThread()  # a desktop that hangs holds no window
        offered = QDBusConnection.sessionBus().isConnected()
        return (lambda title, text: thread.start(partial(_notify, title, text))) if offered else None
    if not QSystemTrayIcon.isSystemTrayAvailable():
        return None
    tray = QSystemTrayIcon(icon(Tone.ASKING, theme.current().accent), QApplication.instance())
    tray.setToolTip(tr("labharness"))

    def show(title: str, text: str) -> None:
        tray.show()
        tray.showMessage(title, text, QSystemTrayIcon.MessageIcon.Information, SHOWN_MS)

    return show


def _notify(title: str, text: str) -> None:
    """Show a notification, where a server of the session answers."""
    from PySide6.QtDBus import QDBusConnection, QDBusInterface

    bus = QDBusConnection.sessionBus()
    server = QDBusInterface(SERVICE, PLACE, SERVICE, bus)
    server.setTimeout(TIMEOUT_MS)
    if not server.isValid():
        return
    with suppress(RuntimeError, TypeError):  # a server with another signature of Notify
        QMetaObject.invokeMethod(
            server,
            "Notify",
            Qt.ConnectionType.DirectConnection,
            Q_ARG(str, "labharness"),
            Q_ARG("uint", 0),
            Q_ARG(str, ""),
            Q_ARG(str, title),
            Q_ARG(str, text),
            Q_ARG("QStringList", []),
            Q_ARG("QVariantMap", {}),
            Q_ARG(int, NORMAL),
        )


LONGEST = 240


class Notifier:
    """Tells what is new.

    Parameters
    ----------
    memory
        Holds the choices.
    outside
        Returns the desktop's way to show something; asked when it is first needed.
    beep
        Sounds one tone.
    """

    def __init__(
        self,
        memory: WindowState,
        outside: Callable[[], Show | None] = desktop,
        beep: Callable[[], None] = QApplication.beep,
    ) -> None:
        self._memory, self._outside, self._beep = memory, outside, beep
        self._announcer = Announcer()

    def take(self, notices: Sequence[Notice], now: datetime | None = None) -> None:
        """Announce what is new, once."""
        self._announcer.repeats = self._chosen(REPEATED)
        due = self._announcer.take(notices, now or datetime.now(UTC))
        if any(each.sounds for each in due) and self._chosen(SOUND):
            self._beep()
        if self._chosen(ON_DESKTOP):
            for notice in (each.notice for each in due if each.shown):
                if self._show is not None:
                    self._show(f"labharness: {notice.word}", plain(notice.text, LONGEST))

    @cached_property
    def _show(self) -> Show | None:
        return self._outside()

    def _chosen(self, name: str) -> bool:
        return self._memory.flag(name, default=DEFAULTS[name])
