"""Notices: derived from the state, announced once, gone with their cause."""

import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest
from PySide6.QtCore import Qt

from labharness.app.overview.attention import OpenMatter
from labharness.app.overview.overview import Desk, EndedRun, RegisterState
from labharness.app.people.staff import Staff
from labharness.filings.entries.entry import Person, Role
from labharness.gui.kit.window_state import REPEAT as REPEATED
from labharness.gui.kit.window_state import WindowState
from labharness.gui.shell.notices import ON_DESKTOP, REPEAT, SOUND, Announcer, Notifier, notices_of
from labharness.model.address import Address, Room
from labharness.model.reasons.register import Attention
from labharness.model.results import Outcome, standing_of
from labharness.reason import quoted
from tests.gui.conftest import QUIET

NOW = QUIET.now
ASKED = OpenMatter(
    Attention.ANSWER(run="run-1", asks=(quoted("Load the deck."),)),
    Address(Room.LIVE, ("run-1",)),
    NOW.isoformat(),
    (NOW + timedelta(minutes=60)).isoformat(),
)
GONE = OpenMatter(Attention.RUNNER_GONE(run="run-2"), Address(Room.LIVE, ("run-2",)), NOW.isoformat())
ENDED = EndedRun("run-3", "plan", "usb://1", "lab-1", "COMPLETE", NOW.isoformat(), standing_of(Outcome.PASS))
MINUTE = timedelta(minutes=1)


def notices(*matters, ended=()):
    return notices_of(replace(QUIET, matters=matters, ended=ended), ())


def test_what_comes_is_announced_once_and_a_prompt_again_at_half_time_and_five_minutes_before_its_limit():
    """What was there at the start is not announced; a prompt that was answered and is asked again is new."""
    announcer = Announcer()
    assert announcer.take(notices(GONE), NOW) == []
    (text,) = announcer.take(notices(GONE, ASKED), NOW)
    assert (text.notice.code, text.sounds) == (Attention.ANSWER.code, True)
    later = [at for at in range(61) if announcer.take(notices(GONE, ASKED), NOW + at * MINUTE)]
    assert later == [30, 55]
    announcer.take((), NOW)
    assert announcer.take(notices(ASKED), NOW)


def test_the_tone_repeats_every_two_minutes_where_somebody_wants_that():
    announcer = Announcer(repeats=True)
    announcer.take((), NOW)
    announcer.take(notices(ASKED), NOW)
    assert announcer.take(notices(ASKED), NOW + REPEAT - MINUTE) == []
    (again,) = announcer.take(notices(ASKED), NOW + REPEAT)
    assert (again.sounds, again.shown) == (True, False)


def test_what_is_announced_follows_the_choices():
    for desktop, sound in product((True, False), repeat=2):
        memory, shown, beeps = WindowState(), [], []
        for name, chosen in ((ON_DESKTOP, desktop), (SOUND, sound), (REPEATED, False)):
            memory.put(name, chosen)
        outside = lambda *words, shown=shown: shown.append(words)  # noqa: E731
        notifier = Notifier(memory, lambda outside=outside: outside, lambda beeps=beeps: beeps.append(1))
        notifier.take((), NOW)
        notifier.take(notices(ASKED, ended=(ENDED,)), NOW)
        assert (len(shown), len(beeps)) == (2 * desktop, sound)
    nothing = Notifier(WindowState(), lambda: None, lambda: None)  # the list is enough
    nothing.take((), NOW)
    nothing.take(notices(ASKED), NOW)


def test_the_bell_lists_by_deadline_and_opens_by_keys(qtbot, main_window, bench):
    bench.shown = replace(QUIET, matters=(ASKED, GONE), ended=(ENDED,))
    main_window._look.ask()
    qtbot.waitUntil(lambda: main_window.top.bell.accessibleName() == "2 need you")
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(main_window, Qt.Key.Key_A, both)
    table = main_window.bell.table
    qtbot.waitUntil(lambda: main_window.bell.isVisible() and table.hasFocus())
    assert [row[0] for row in table.cells()[1:]] == ["Answer", "Runner gone", "Finished"]
    table.select(next(notice.key for notice in notices(ended=(ENDED,))))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert main_window.bell.isHidden()
    assert main_window.address.room is Room.RUNS
    main_window._look.ask()
    qtbot.waitUntil(lambda: len(table.cells()) == 3)
    qtbot.keyClick(main_window, Qt.Key.Key_A, both)
    qtbot.waitUntil(table.hasFocus)
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert main_window.bell.isHidden()


DOE = Person(id="jdoe", name="J. Doe", roles=(Role.ENGINEER, Role.REVIEWER))
DESKS = (
    (Desk(Staff("jdoe")), "jdoe (no list of people)", "nothing filed yet"),
    (Desk(Staff("jdoe", "", (DOE,)), RegisterState.REACHABLE), "jdoe · looks only", "register ✓"),
    (Desk(Staff("jdoe", "jdoe", (DOE,)), RegisterState.REACHABLE), "J. Doe · engineer +1", "register ✓"),
    (Desk(Staff("jdoe"), RegisterState.AWAY), "jdoe · looks only", "register ✕"),
)


def test_the_bar_says_who_sits_here_how_the_register_stands_and_claims_nothing_of_what_cannot_be_read(
    qtbot, main_window, bench
):
    for desk, person, register in DESKS:
        bench.shown = replace(QUIET, desk=desk, night_bytes=4_000_000_000)
        main_window._look.ask()
        shown = main_window.top.person, main_window.top.register
        qtbot.waitUntil(lambda want=(person, register), at=shown: tuple(each.text() for each in at) == want)
        assert main_window.status.disk.text().endswith("about 103 nights")
        command = next(each for each in main_window.commands.all() if each.title == "New run")
        assert bool(command.why_not) is not desk.may_act
    bench.shown = OSError("The disk is gone.")
    main_window._look.ask()
    qtbot.waitUntil(lambda: "nobody knows" in main_window.bell.table.empty)
    assert main_window.status.disk.text() == "disk not known"


SERVER = """
import subprocess, sys
from PySide6.QtCore import ClassInfo, QCoreApplication, QObject, Slot
from PySide6.QtDBus import QDBusConnection
application = QCoreApplication([])
@ClassInfo(**{'D-Bus Interface': 'org.freedesktop.Notifications'})
class Server(QObject):
    @Slot(str, 'uint', str, str, str, 'QStringList', 'QVariantMap', int, result='uint')
    def Notify(self, name, replaces, icon, title, text, actions, hints, timeout):
        print('SHOWN', name, title, text, flush=True)
        application.exit(0)
        return 1
server = Server()
bus = QDBusConnection.sessionBus()
every = QDBusConnection.RegisterOption.ExportAllSlots
assert bus.registerObject('/org/freedesktop/Notifications', server, every)
assert bus.registerService('org.freedesktop.Notifications')
client = subprocess.Popen([sys.executable, '-c', sys.argv[1]])
application.exec()
assert client.wait(60) == 0
"""
CLIENT = """
import sys
from PySide6.QtCore import QCoreApplication
from labharness.gui.shell.notices import desktop
application = QCoreApplication([])
desktop()('labharness: Answer', 'Run run-1 waits.')
"""


@pytest.mark.skipif(not shutil.which("dbus-run-session"), reason="needs a session bus of its own")
def test_a_notification_reaches_the_server_of_the_desktop():
    command = ["dbus-run-session", "--", sys.executable, "-c", SERVER, CLIENT]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.stdout == "SHOWN labharness labharness: Answer Run run-1 waits.\n", done.stderr
