"""A plan is chosen by game, device class and words, with mouse or keys, and remembered."""

import json
import threading

import pytest
from PySide6.QtCore import Qt, QTimer

from labharness.app.catalog.plan_index import SILENT
from labharness.gui.shell.floating import stops
from labharness.gui.starting.plan_choice import LAST, READING
from labharness.gui.starting.plan_chooser import KEY
from labharness.model.device import DeviceClass
from labharness.plans.frozen import find_plan
from tests.gui.conftest import Both

BY_HAND = "blackjack-633a-batch-shuffler-by-hand"


@pytest.fixture
def field(qtbot, window):
    qtbot.waitUntil(lambda: window.start.plan.plan is not None)
    return window.start.plan


@pytest.fixture
def chooser(qtbot, field):
    return opened(qtbot, field)


def opened(qtbot, field):
    qtbot.mouseClick(field.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: field.chooser is not None and field.chooser.isVisible())
    return field.chooser


def keys(box):
    return [box.item(row).data(KEY) for row in range(box.count())]


def item(box, key):
    return box.item(keys(box).index(key))


def click(qtbot, box, key):
    box.scrollToItem(item(box, key))
    place = box.visualItemRect(item(box, key)).center()
    qtbot.mouseClick(box.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_every_game_is_there_with_its_chapter_and_it_opens_on_the_plan_that_is_chosen(qtbot, chooser, field):
    assert chooser.details.plan == field.plan
    assert chooser.games.currentItem().data(KEY) == "blackjack-633a"
    shown = [chooser.games.item(row).text() for row in range(chooser.games.count())]
    assert shown == [f"{game.title}\nchapter {game.chapter}" for game in field.index.games]
    assert len(shown) == len(set(shown)) == 19
    click(qtbot, chooser.devices, "batch_shuffler")
    usual = "blackjack-633a-batch-shuffler"
    assert set(keys(chooser.plans)) == {BY_HAND, f"{BY_HAND}-monitored", usual, f"{usual}-unmarked"}
    assert [each for each in stops(chooser) if not each.accessibleName()] == []


def test_only_the_devices_that_the_chapter_names_can_be_chosen(qtbot, chooser, field):
    for game in field.index.games:
        click(qtbot, chooser.games, game.id)
        assert keys(chooser.devices) == [each.value for each in DeviceClass]
        for device in DeviceClass:
            row = item(chooser.devices, device.value)
            assert bool(row.flags() & Qt.ItemFlag.ItemIsEnabled) == (device in game.devices), (game, device)
            assert (SILENT in row.text()) == (device not in game.devices)
        # One that is grayed is not stood on by a click.
        silent = next(each for each in DeviceClass if each not in game.devices)
        click(qtbot, chooser.devices, silent.value)
        assert chooser.devices.currentItem().data(KEY) != silent.value


def test_a_plan_is_chosen_by_mouse_says_what_it_asks_for_and_is_remembered(qtbot, chooser, field, bench):
    click(qtbot, chooser.games, "pai-gow-poker-645a")
    click(qtbot, chooser.devices, "batch_shuffler")
    assert keys(chooser.plans) == ["pai-gow-poker-645a-batch-shuffler"]
    plan = field.index.find("pai-gow-poker-645a-batch-shuffler")
    lines = {name: line.text() for name, line in chooser.details.lines.items()}
    assert (lines["Purpose"], lines["Sample"], lines["People"]) == (plan.purpose, plan.sample, plan.hours)
    assert lines["Sample"].startswith("260 shuffles")
    assert "53 cards with 1 joker" in lines["Cards"]
    assert "§\N{NO-BREAK SPACE}645a.5" in lines["Chapter"]
    assert lines["Reason"] == plan.reason
    qtbot.mouseClick(chooser.choose, Qt.MouseButton.LeftButton)
    assert field.plan.id == "pai-gow-poker-645a-batch-shuffler"
    assert "260 shuffles" in field.about.text()
    second = Both(bench, lambda _: True)  # which remembers the choice
    qtbot.addWidget(second)
    qtbot.waitUntil(lambda: second.start.plan.plan is not None)
    assert second.start.plan.plan.id == "pai-gow-poker-645a-batch-shuffler"


def test_words_narrow_the_choice_and_the_keys_alone_finish_it(qtbot, chooser, field):
    assert chooser.words.hasFocus()
    qtbot.keyClicks(chooser.words, "PAI generator 588")
    assert keys(chooser.games) == ["six-card-fortune-pai-gow-poker-588"]
    assert chooser.details.plan.device is DeviceClass.COMPUTERIZED_RNG
    assert "no plan contains these words" in item(chooser.devices, "dice_shaker").text()
    chooser.words.clear()
    qtbot.keyClicks(chooser.words, "black jack")
    assert [key.rpartition("-")[2] for key in keys(chooser.games)] == ["633a", "581", "591", "590", "551"]
    chooser.games.setCurrentRow(0)
    qtbot.keyClick(chooser.words, Qt.Key.Key_Down)
    assert chooser.games.currentRow() == 1
    qtbot.keyClick(chooser.words, Qt.Key.Key_Tab)
    assert chooser.games.hasFocus()
    qtbot.keyClick(chooser.games, Qt.Key.Key_End)
    qtbot.keyClick(chooser.games, Qt.Key.Key_Up)
    qtbot.keyClick(chooser.games, Qt.Key.Key_Tab)
    assert chooser.devices.hasFocus()
    qtbot.keyClick(chooser.devices, Qt.Key.Key_Home)
    for _ in range(4):
        qtbot.keyClick(chooser.devices, Qt.Key.Key_Down)
    # The fifth of the classes is one of which the chapter is silent.
    assert chooser.devices.currentItem().data(KEY) == "double_shoe"
    wanted = chooser.details.plan
    assert wanted.id == "free-bet-blackjack-590-double-shoe"
    qtbot.keyClick(chooser.devices, Qt.Key.Key_Return)
    assert field.plan == wanted
    assert field.chooser is None


def test_words_that_no_plan_has_leave_nothing_to_choose(qtbot, chooser, field):
    before = field.plan
    qtbot.keyClicks(chooser.words, "roulette")
    assert chooser.games.count() == chooser.devices.count() == chooser.plans.count() == 0
    assert chooser.note.text() == "No plan contains these words."
    assert not chooser.choose.isEnabled()
    qtbot.keyClick(chooser.words, Qt.Key.Key_Return)
    qtbot.keyClick(chooser.words, Qt.Key.Key_Escape)
    assert field.plan == before


def test_a_choice_that_is_gone_is_none_and_plans_that_cannot_be_read_are_told(qtbot, bench):
    windows = []

    def form():
        windows.append(Both(bench, lambda _: True))
        qtbot.addWidget(windows[-1])
        return windows[-1].start

    for kept in ("{", "[]", '{"plan": "gone"}', '{"plan": "/nowhere/gone.toml"}'):
        (bench.place / LAST).write_text(kept, encoding="utf-8")
        start = form()
        qtbot.waitUntil(lambda start=start: start.plan.index is not None)
        assert start.plan.plan is None, kept
        assert not start.start.isEnabled()

    def broken():
        raise OSError("The disk is gone.")

    bench.plans = broken
    start = form()
    qtbot.waitUntil(lambda: start.plan.about.text() == "The disk is gone.")


def test_the_same_plan_for_other_decks_is_kept_as_a_file_and_run(qtbot, chooser, field, window, bench):
    click(qtbot, chooser.games, "spanish-21-551")
    click(qtbot, chooser.devices, "batch_shuffler")
    decks = chooser.details.decks
    assert [decks.itemText(i) for i in range(decks.count())] == ["6 decks (usual)", "8 decks"]
    decks.setFocus()
    qtbot.keyClick(decks, Qt.Key.Key_Down)
    assert chooser.details.lines["Cards"].text().startswith("8 decks, 384 cards")
    assert not (bench.place / "plans").exists()
    qtbot.mouseClick(chooser.choose, Qt.MouseButton.LeftButton)
    (file,) = (bench.place / "plans").iterdir()
    assert file.name == "spanish-21-551-batch-shuffler-8-decks.toml"
    bench.command = ["no-such-program"]
    qtbot.waitUntil(window.start.start.isEnabled)
    qtbot.mouseClick(window.start.start, Qt.MouseButton.LeftButton)
    assert bench.ordered == [(str(file), "usb://1209:4614/7", "")]
    again = opened(qtbot, field)
    assert again.details.plan.name == str(file)
    assert "your file" in again.plans.currentItem().text()
    again.reject()


def test_a_file_from_anywhere_is_offered_or_its_mistakes_are_told(qtbot, chooser, field, bench, tmp_path):
    good, bad = tmp_path / "mine.toml", tmp_path / "bad.toml"
    content, _ = find_plan(BY_HAND)
    good.write_bytes(content.replace(BY_HAND.encode(), b"mine"))
    bad.write_bytes(content.replace(b"schema = 1", b"schema = 2"))
    chooser.show_file(bad)
    assert "bad.toml" in chooser.note.text()
    qtbot.keyClicks(chooser.words, "dice")
    chooser.show_file(good)
    assert chooser.details.plan.name == str(good)
    qtbot.keyClick(chooser.choose, Qt.Key.Key_Return)
    assert (field.plan.id, field.plan.name) == ("mine", str(good))
    assert json.loads((bench.place / LAST).read_text())["plan"] == str(good)
    (bench.place / "plans").mkdir()
    (bench.place / "plans" / "half.toml").write_text("schema = ", encoding="utf-8")
    chooser = opened(qtbot, field)
    assert chooser.note.text().startswith("Left out: half.toml")
    chooser.reject()


def test_the_window_lives_while_the_plans_are_read(qtbot, bench, monkeypatch):
    go, ticks = threading.Event(), []
    real = bench.plans
    monkeypatch.setattr(bench, "plans", lambda: go.wait(120) and real(), raising=False)
    window = Both(bench, lambda _: True)
    qtbot.addWidget(window)
    window.show()
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(5)
    assert window.start.plan.button.text() == READING
    qtbot.waitUntil(lambda: len(ticks) > 10)
    assert window.start.plan.index is None
    go.set()
    qtbot.waitUntil(lambda: window.start.plan.plan is not None)
