"""How the window was left: on a screen that is there, with what Qt accepts, or as at first."""

import os

import pytest
from PySide6.QtCore import QByteArray, QRect, QSize

from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme, window_state
from labharness.gui.kit.window_state import WindowState
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import LAST, SMALLEST, MainWindow
from labharness.gui.shell.page_window import PLACE, clamped
from labharness.model.address import Address, Room

ONE = QRect(0, 0, 1920, 1040)
TWO = QRect(1920, 0, 1280, 984)
LEAST = QSize(*SMALLEST)


def test_a_window_stands_on_a_screen_that_is_there():
    for place, screens, expected in (
        (QRect(100, 100, 1280, 800), [ONE], QRect(100, 100, 1280, 800)),
        (QRect(2000, 50, 1200, 800), [ONE, TWO], QRect(2000, 50, 1200, 800)),
        (QRect(2000, 50, 1200, 800), [ONE], None),
        (QRect(1800, 900, 1280, 800), [ONE], QRect(640, 240, 1280, 800)),
        (QRect(-200, 20, 4000, 3000), [ONE], QRect(0, 0, 1920, 1040)),
        (QRect(0, -500, 1280, 800), [ONE], None),
        (QRect(0, 0, 100, 100), [ONE], QRect(0, 0, 1000, 640)),
        (QRect(), [ONE], None),
        (QRect(0, 0, 1280, 800), [], None),
    ):
        assert clamped(place, screens, LEAST) == expected, place


@pytest.mark.parametrize("file", [True, False], ids=["in a file", "in memory"])
def test_values_come_back_and_others_give_the_default(tmp_path, file):
    place = tmp_path / "window.ini" if file else None
    memory = WindowState(place)
    values = ("text", True, 1.25, ["one"], ["one", "two"], QByteArray(b"\0state"), [])
    for name, value in zip("abcdefg", values, strict=True):
        memory.put(name, value)
    memory.sync()
    # Qt reads a file again only where it is another one.
    again = WindowState(place.rename(tmp_path / "again.ini")) if file else memory
    assert again.text("a") == "text"
    assert again.flag("b", default=False)
    assert again.number("c", 0) == 1.25
    assert (again.texts("d"), again.texts("e"), again.texts("g")) == (("one",), ("one", "two"), ())
    assert again.content("f") == QByteArray(b"\0state")
    assert again.flag("a", default=True)
    assert again.number("a", 7) == 7
    assert again.content("a").isEmpty()
    again.clear()
    assert again.text("a", "none") == "none"


def test_a_file_that_is_none_gives_the_defaults_and_each_user_and_workspace_has_its_own(
    tmp_path, monkeypatch
):
    file = tmp_path / "nonsense.ini"
    file.write_bytes(b"\xff\x00[nonsense\n=%%%")
    assert WindowState(file).text("a", "none") == "none"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    WindowState.of("ab12").put("a", "b")
    WindowState.of("ab12").sync()
    files = [path.name for path in (tmp_path / "config").rglob("*.ini")]
    assert files == (["window-ab12.ini"] if os.name == "posix" else files)
    assert WindowState.of("other").text("a") == ""


def test_place_columns_and_last_address_come_back_and_what_qt_refuses_gives_the_default(qtbot, bench):
    memory = WindowState()

    def opened():
        window = qtbot.shown(MainWindow(bench, ROOMS, memory=memory))
        window.open(Address(Room.RUNS))
        return window, window.page.table.table.horizontalHeader()

    window, header = opened()
    default = header.sectionSize(3)
    window.setGeometry(20, 30, 1010, 650)
    header.resizeSection(3, 77)
    window.close()
    window, header = opened()
    room = window.screen().availableSize()
    assert window.size() == QSize(1010, 650).boundedTo(room).expandedTo(QSize(*SMALLEST))
    assert (memory.text(LAST), header.sectionSize(3)) == ("labharness:/run", 77)
    window.close()
    for name in [name for name in memory._held if name.startswith("columns/")]:
        memory.put(name, QByteArray(b"not a state"))
    memory.put(PLACE, "far away")
    window, header = opened()
    assert (window.size(), header.sectionSize(3)) == (QSize(1280, 800), default)
    window.close()


def test_colors_and_text_are_as_somebody_chose(qapp):
    memory = WindowState()
    memory.put(window_state.THEME, "dark")
    memory.put(window_state.TEXT_SIZE, 200)
    before = qapp.font().pointSizeF()
    window_state.apply(qapp, memory)
    assert theme.current() is theme.DARK
    assert qapp.font().pointSizeF() == pytest.approx(21.0)
    memory.put(window_state.TEXT_SIZE, 5000)
    window_state.apply(qapp, memory)
    assert qapp.font().pointSizeF() == pytest.approx(21.0), "no larger than the largest"
    theme.dress(qapp, theme.LIGHT, before / 10.5)


def test_a_page_in_a_window_of_its_own_follows_and_goes_with_the_main_window(qtbot, main_window):
    main_window.open(Address(Room.RUNS))
    window = main_window.open_in_window()
    qtbot.waitExposed(window)
    assert window.page is not main_window.page
    window._go(Address(Room.BENCHES))
    assert main_window.address == Address(Room.BENCHES), "other rooms are shown where the rail is"
    gone = []
    window.destroyed.connect(lambda: gone.append(True))
    main_window.close()
    qtbot.waitUntil(lambda: gone == [True])


@pytest.mark.parametrize("reset", [False, True])
def test_reset_window_forgets_how_the_window_was_left(sit_down, tmp_path, monkeypatch, reset):
    place = Workspace.init(tmp_path / "workspace").path
    file, result = tmp_path / "window.ini", []
    left = WindowState(file)
    left.put(PLACE, "20 30 1000 650")
    left.put(LAST, "labharness:/run")
    left.sync()
    monkeypatch.setattr(WindowState, "of", classmethod(lambda cls, _: cls(file)))
    look = lambda window: result.append((window.size(), window.address.room))  # noqa: E731
    sit_down(look, "--workspace", place, *(["--reset-window"] if reset else []))
    assert result == [(QSize(1280, 800), Room.HOME) if reset else (QSize(1000, 650), Room.RUNS)]
