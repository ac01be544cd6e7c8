"""Prompts of every kind in the window: fields, cards entered twice, photographs, who answers, and the count of a reader."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QImage

from labharness.app.bench_work.entered_cards import NO, Differing, FiledUnit, ReadingProgress
from labharness.app.people.conducting import BenchPerson
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.folder import take_commands
from labharness.evidence.records.calls import CallError, NoArguments, ReadOrderCall, RejectedBody
from labharness.evidence.records.course import SessionOpenedBody
from labharness.evidence.records.people import Command, CommandBody
from labharness.gui.kit.run_standing import RunAction
from labharness.gui.prompts.card_entry import BenchFacts
from labharness.gui.run.attachment import ReadingWatch
from labharness.language.catalog import say
from labharness.model.address import Address, Room
from labharness.model.cards import format_order
from labharness.model.reasons.conduct import Adapters, Ask
from labharness.model.reasons.night import PromptField
from labharness.reason import dump_reason
from tests.gui.prompts.conftest import DECK, FACTS, prompt_of
from tests.support.window.hands import fill, hands
from tests.support.window.specimen import SHUFFLES

UNIT = FiledUnit("Example Gaming", "Specimen", "0017", "B")


@pytest.fixture
def run(begin):
    """Begins a run by hand that asks something."""

    def run(*prompt, name="run-1", **data):
        specimen = begin(name, SHUFFLES, "shuffles")
        specimen.prompt(1, *prompt, **data)
        return specimen

    return run


def ctrl_return(qtbot, panel):
    widget = panel.focusWidget() or panel
    qtbot.keyClick(widget, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_a_name_plate_has_labeled_fields_and_its_class_is_none_of_them(qtbot, panel, given, put):
    panel.show_filed((UNIT,))
    put(1, "identify")
    names = [panel.form.line(row).accessibleName() for row in panel.form.rows.values()]
    assert names == ["Manufacturer", "Model", "Serial number", "Hardware revision"]
    for text in ("Example Gaming", "Specimen", "0071"):
        qtbot.keyClicks(panel.focusWidget(), text)
        qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Return)
    assert given == [], "Return goes to the next field and answers nothing"
    qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Return)
    assert panel.focusWidget() is panel.send
    ctrl_return(qtbot, panel)
    assert given == [(1, "R. Operator", "Example Gaming; Specimen; 0071; none; batch_shuffler")]


def test_a_name_plate_is_compared_with_the_filing(qtbot, panel, put):
    panel.show_filed((UNIT,))
    put(1, "identify")
    qtbot.click(panel.form.as_filed)
    assert list(panel.form.values.values()) == ["Example Gaming", "Specimen", "0017", "B"]
    fill(panel, **{PromptField.MODEL: "Specimen 2"})
    assert panel.form.rows[PromptField.MODEL].note.text() == "differs: filed as Specimen"
    assert panel.form.rows[PromptField.SERIAL].note.text() == "as filed"


def test_what_another_run_filed_is_not_offered(qtbot, window, run):
    """A run without a submission offered the unit of the submission that was shown before it."""
    for name in ("run-1", "run-2"):
        run("identify", "From the name plate.", name=name)
    window.attach("run-1")
    form = window.view.prompt.form
    qtbot.waitUntil(form.isVisible)
    window.view.prompt.show_filed((UNIT,))
    assert form.as_filed.isVisible()
    window.attach("run-2")
    qtbot.waitUntil(form.isVisible)
    assert not form.as_filed.isVisible()
    assert not any(row.remark for row in form.rows.values())


def test_a_field_refuses_beside_itself_and_a_refused_answer_keeps_what_was_typed(qtbot, panel, given, put):
    put(1, "count")
    assert not panel.choices.isVisible()
    cards, expected = map(panel.form.line, panel.form.rows.values())
    assert expected.text() == "52", "the declared set is known"
    cards.setText("fifty")
    qtbot.click(panel.send)
    assert given == []
    assert "is not a number of cards" in panel.form.rows[PromptField.CARDS].mistake
    assert panel.focusWidget() is cards
    cards.setText("51")
    qtbot.click(panel.send)
    assert given == [(1, "R. Operator", "51; 52")]
    panel.offer_again("The answer cannot be sent.")
    assert (panel.send.isEnabled(), cards.text()) == (True, "51")
    put(2, "count", reasons=[dump_reason(Ask.NOT_TWO_NUMBERS())])
    assert list(panel.form.values.values()) == ["51", "52"]
    assert "not two numbers" in panel.again.text()


def test_an_order_is_entered_by_keys_alone(qtbot, panel, given, put):
    put(1, "enter_order")
    assert panel.focusWidget() is panel.entry
    assert panel.title.text() == "First person: enter the cards, top card first"
    qtbot.keyClicks(panel.entry, "asTd10hqx")
    assert (panel.entry.text, panel.entry.state.text()) == ("AS 10D 10H", "3 of 52 cards · Q of …")
    qtbot.keyClick(panel.entry, Qt.Key.Key_Backspace)
    qtbot.keyClick(panel.entry, Qt.Key.Key_Backspace)
    assert panel.entry.text == "AS 10D"
    assert "last 10D" in panel.entry.accessibleName()
    qtbot.keyClicks(panel.entry, "as")
    assert "Extra: AS" in panel.entry.trouble.text()
    qtbot.keyClick(panel.entry, Qt.Key.Key_Return)
    assert given == []
    ctrl_return(qtbot, panel)
    assert given == [(1, "R. Operator", "AS 10D AS")]


def test_an_order_is_entered_by_pressing_cards_or_pasted(qtbot, panel, put):
    put(1, "enter_order")
    palette = panel.entry.palette_of
    ace_of_diamonds = QPointF(palette.width() / 26, 26 + 13).toPoint()
    qtbot.mouseClick(palette, Qt.MouseButton.LeftButton, pos=ace_of_diamonds)
    assert panel.entry.text == "AD"
    QGuiApplication.clipboard().setText(format_order(DECK.new_deck_order()[:-1]))
    qtbot.keyClick(panel.entry, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert "Missing: KH" in panel.entry.trouble.text()
    qtbot.keyClicks(panel.entry, "kh")
    assert panel.entry.complete
    assert panel.entry.trouble.text() == "The declared set is complete."
    panel.entry.paste("seven of hearts")
    assert "no order of cards" in panel.entry.trouble.text()
    assert panel.entry.complete, "what is no order changes nothing"


def said_aloud(widget):
    """Everything that a screen reader can find beneath a widget."""
    result, waiting = [], [QAccessible.queryAccessibleInterface(widget)]
    while waiting:
        each = waiting.pop()
        if each is not None and each.isValid():
            result += map(
                each.text, (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value)
            )
            if (text := each.textInterface()) is not None:
                result.append(text.text(0, text.characterCount()))
            waiting += [each.child(at) for at in range(each.childCount())]
    return " ".join(result)


def is_heard(widget, *words):
    """Say whether a screen reader finds any of some words beneath a widget."""
    heard = said_aloud(widget)
    return any(word in heard for word in words)


def test_the_second_person_never_meets_the_first_order(qtbot, window, run):
    specimen = run("enter_order", "First person: enter the cards.")
    window.attach("run-1")
    panel = window.view.prompt
    qtbot.waitUntil(panel.isVisible)
    panel.entry.setFocus()
    qtbot.keyClicks(panel.entry, "7d9h")
    assert is_heard(window, "7 of diamonds"), "what is entered is found where it stands"
    qtbot.click(panel.send)
    qtbot.waitUntil(lambda: not window.live.telling.busy)
    (sent,) = take_commands(specimen.folder.path)
    specimen.answer(1, "A. Clerk", sent["answer"])
    specimen.prompt(2, "enter_order", "Second person: enter the same cards.")
    qtbot.waitUntil(lambda: panel.title.text() == "Second person: enter the cards, top card first")
    qtbot.waitUntil(lambda: "A. Clerk entered 2 values" in window.view.log.toPlainText())
    assert not is_heard(window, "7D", "9H", "7 of diamonds", "9 of hearts")
    assert not panel.answer.document().isUndoAvailable()
    specimen.answer(2, "B. Clerk", "7D 9S")
    why = (Adapters.ENTRIES_DIFFER(place=2, first="9H", second="9S"),)
    error = CallError(error="ProtocolError", reasons=why)
    call = ReadOrderCall(channel="reader", frames=(0, 0), args=NoArguments(), answer=None, error=error)
    specimen.writer.append(call)
    specimen.writer.append(RejectedBody(stage="shuffles", unit=0, reasons=why))
    specimen.prompt(3, "confirm", "Correct the entry and submit it again.", reasons=[dump_reason(why[0])])
    qtbot.waitUntil(panel.differences.isVisible)
    assert "A. Clerk and B. Clerk differ in 1 place" in panel.differences.heading.text()
    table = panel.differences.table
    assert [table.shown.index(0, column).data() for column in range(3)] == ["2", "9H", "9S"]
    specimen.answer(3, "A. Clerk", "done")
    specimen.prompt(4, "enter_order", "First person: enter the cards.")
    qtbot.waitUntil(lambda: panel.title.text() == "First person: enter the cards, top card first")
    assert not is_heard(window, "9H", "9S", "9 of hearts", "9 of spades")


def test_closing_the_session_waits_for_the_answer_and_the_page_says_so(qtbot, window, run):
    """One sentence of some seconds said that it was asked for; then nothing was left of it."""
    specimen = run("confirm", "Confirm.")
    window.attach("run-1")
    panel, close = window.view.prompt, window.view.controls.buttons[RunAction.CLOSE_SESSION]
    qtbot.waitUntil(panel.isVisible)
    assert close.isEnabled()
    assert not panel.closes.isVisible()
    specimen.writer.append(CommandBody(command=Command.CLOSE_SESSION, who="A. Clerk"))
    specimen.writer.barrier()
    qtbot.waitUntil(panel.closes.isVisible)
    assert panel.closes.text() == "The session closes after this answer."
    assert not close.isEnabled(), "it is asked for"
    specimen.writer.append(SessionOpenedBody(session=2, utc="2026-11-24T18:06:00+00:00"))
    specimen.writer.barrier()
    qtbot.waitUntil(close.isEnabled)
    assert not panel.closes.isVisible()


def test_what_the_first_person_began_in_another_window_is_gone_for_the_second(qtbot, main_window, run):
    """A page of its own for the bench shows the same run; the first person typed there and answered here."""
    specimen = run("enter_order", "First person: enter the cards.")
    main_window.open(Address(Room.LIVE, ("run-1",)))
    beside = main_window.open_in_window()
    here, there = main_window.page.view.prompt, beside.page.view.prompt
    qtbot.waitUntil(lambda: here.isVisible() and there.isVisible())
    qtbot.keyClicks(there.entry, "7d9h")
    assert is_heard(beside, "7 of diamonds")
    specimen.answer(1, "A. Clerk", "7D 9H")
    specimen.prompt(2, "enter_order", "Second person: enter the same cards.")
    for panel in (here, there):
        qtbot.waitUntil(lambda panel=panel: panel.title.text().startswith("Second person"))
    for window in (main_window, beside):
        assert not is_heard(window, "7D", "9H", "7 of diamonds", "9 of hearts")


def test_a_reader_of_two_people_shows_what_differed_before_the_first_enters_again(qtbot, panel, put):
    differing = Differing(("AS", "KH"), ("AS", "KS"), ("A. Clerk", "B. Clerk"))
    put(1, "enter_order", replace(FACTS, differing=differing))
    assert panel.differences.isVisible()
    assert not any((panel.entry.isVisible(), panel.send.isEnabled()))
    qtbot.click(panel.differences.again)
    assert panel.focusWidget() is panel.entry
    assert panel.differences.table.rows.rowCount() == 0
    put(2, "enter_order", replace(FACTS, person=2))
    assert not panel.differences.isVisible()


def test_the_order_of_a_known_deck_is_shown_before_two_people_enter_it(qtbot, panel, given, put):
    """Both prompts are open at once; the newest alone was shown, and nobody could lay the deck."""
    asks = [dump_reason(Ask.READ_KNOWN_DECK(deck=1, decks=5))]
    reading = prompt_of(1, "read_known_deck", asks, cards=format_order(DECK.new_deck_order()))

    def entry(number):
        return {1: reading, number: prompt_of(number, "enter_order")}

    laying = panel.laying
    panel.show_prompts(entry(2), replace(FACTS, units=5))
    assert panel.title.text() == "Known deck 1 of 5"
    assert laying.asks.text().startswith("Arrange known deck 1 of 5 as shown")
    assert laying.deck.grid.isVisible()
    assert panel.focusWidget() is laying.deck.grid
    assert not panel.entry.isVisible()
    qtbot.click(laying.enter)
    assert panel.title.text() == "First person: enter the cards, top card first"
    assert not laying.deck.grid.isVisible(), "what is laid is read from the cards, not from the window"
    assert panel.focusWidget() is panel.entry
    qtbot.keyClicks(panel.entry, "7d")
    qtbot.click(laying.look)
    assert laying.deck.grid.isVisible()
    assert not panel.entry.isVisible()
    qtbot.click(laying.enter)
    assert panel.entry.text == "7D", "what was entered stays"
    assert given == []
    panel.show_prompts(entry(3), replace(FACTS, person=2))
    assert panel.entry.isVisible(), "it still lies there for the second person"
    assert laying.asks.isVisible()
    put(4, "enter_order")
    assert not laying.isVisible(), "nothing else waits"


def test_a_deed_is_given_with_its_remark_by_the_keyboard_alone(qtbot, panel, given, put):
    put(1, "shuffle", unit=4, cards=format_order(DECK.new_deck_order()))
    assert panel.send.text() == "Shuffled and unloaded"
    for _ in range(5):
        qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Space)
    assert panel.focusWidget() is panel.send
    panel.answer.setPlainText("no jam")
    qtbot.keyClick(panel.send, Qt.Key.Key_Space)
    assert given == [(1, "R. Operator", "done: no jam")]


def test_laid_rows_are_a_help_and_recorded_nowhere(qtbot, window, run, tmp_path):
    run("shuffle", "Lay the cards.", unit=4, cards=format_order(DECK.new_deck_order()))
    window.attach("run-1")
    panel = window.view.prompt
    qtbot.waitUntil(panel.isVisible)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Space, Qt.Key.Key_Backspace, Qt.Key.Key_Space):
        qtbot.keyClick(panel.deck.grid, key)
    qtbot.click(panel.deck.reverse)
    panel.deck.grid.go(3)
    qtbot.wait(50)
    assert not window.live.telling.busy
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_read_is_waited_for_and_given_up_only_with_a_reason(qtbot, panel, given, put):
    put(1, "read_output", unit=4, how=dump_reason(Ask.HOW_TO_GIVE_UP()))
    assert not panel.send.isVisible()
    ctrl_return(qtbot, panel)
    qtbot.click(panel.unreadable)
    assert given == []
    qtbot.keyClicks(panel.answer, "the shoe fell")
    ctrl_return(qtbot, panel)
    assert given == [], "a comment is no answer"
    qtbot.click(panel.unreadable)
    assert given == [(1, "R. Operator", "no: the shoe fell")]


def test_only_active_people_answer(qtbot, panel, given, put):
    people = (BenchPerson("b", "B. Clerk", ("engineer",)), BenchPerson("a", "A. Clerk", ("authorizer",)))
    panel.who.show_people(people)
    assert not panel.who.isEditable()
    assert [panel.who.itemText(at) for at in range(2)] == ["B. Clerk (engineer)", "A. Clerk (authorizer)"]
    assert panel.who.who == "B. Clerk"
    panel.who.setCurrentIndex(1)
    panel.who.show_people(people[::-1])
    assert panel.who.who == "A. Clerk", "who is chosen stays"
    put(1, "put_back")
    qtbot.click(panel.send)
    assert given == [(1, "A. Clerk", "done")]


def test_a_photograph_is_dropped_or_pasted(qtbot, panel, given, tmp_path, put):
    file = tmp_path / "door left.jpg"
    file.write_bytes(b"x" * 1_100_000)
    put(1, "inspect", answers=["yes", "no", "n/a"], comment=["no"], photograph=True)
    hands(qtbot).drop(panel.choices.photograph, [file])
    assert panel.choices.file.text() == str(file)
    assert panel.choices.photograph.about.text().endswith("✓")
    picture = QImage(20, 10, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    QGuiApplication.clipboard().setImage(picture)
    qtbot.click(panel.choices.photograph.insert)
    assert QImage(panel.choices.file.text()).size() == picture.size()
    QGuiApplication.clipboard().setText("words")
    qtbot.click(panel.choices.photograph.insert)
    assert "no picture" in panel.hint.text()
    qtbot.keyClicks(panel.answer, "open")
    qtbot.click(panel.choices.buttons[NO])
    assert given[0][2].startswith("no: open | ")


def test_a_prompt_says_where_it_stands_and_until_when(panel, put):
    put(1, "shuffle", BenchFacts(done=4, units=260, asked={1: "2026-11-24T18:06:00+00:00"}), unit=4)
    assert panel.title.text() == "Shuffle 5 of 260"
    assert panel.limit.text() == "Answer by 1:07 p.m. · the time is over" or "left" in panel.limit.text()
    put(2, "inspect", BenchFacts(done=2, units=12, paused=True), answers=["yes"])
    assert (panel.title.text(), panel.limit.text()) == ("Item 3 of 12", "Paused: the time stands still")
    put(3, "procedure", BenchFacts(), answers=["yes"], trial=3, trials=20)
    assert panel.title.text() == "Trial 3 of 20"
    put(4, "outcomes", BenchFacts(person=2), units=5, low=1, high=6)
    panel.answer.setPlainText("3 6 1")
    assert panel.title.text() == "Second person: enter 5 numbers"
    assert panel.hint.text() == "3 of 5 numbers."
    assert panel.answer.placeholderText() == "5 numbers from 1 to 6, separated by spaces"


def test_the_count_of_the_reader_stands_in_the_question_while_it_is_waited_for(panel, put):
    put(3, "read_output")
    unread = Adapters.CARD_NOT_READ(card=17)
    for progress, text in (
        (ReadingProgress(48), "48 cards of 52 read so far"),
        (ReadingProgress(0, (unread,)), say(unread)),
        (ReadingProgress(53), "53 cards read so far"),  # more than the set is no share of it
        (None, None),
    ):
        panel.show_reading(progress)
        assert (panel.reading.text() if panel.reading.isVisible() else None) == text
    panel.show_prompts({}, FACTS)
    put(4, "count")
    panel.show_reading(ReadingProgress(48))
    assert not panel.reading.isVisible(), "a person answers this one"


def test_the_reader_is_looked_at_only_while_it_is_waited_for(qtbot, tmp_path):
    asked, seen = [], []
    watch = ReadingWatch(Workspace(tmp_path))
    watch.progress = lambda folder, first: asked.append((folder, first)) or ReadingProgress(len(asked))
    watch.seen.connect(seen.append)
    watch.follow(SimpleNamespace(reads=False, folder="run", unread=0))
    assert not watch._timer.isActive()
    watch.follow(SimpleNamespace(reads=True, folder="run", unread=7))
    qtbot.waitUntil(lambda: len(seen) >= 2)
    assert set(asked) == {("run", 7)}
    watch.follow(SimpleNamespace(reads=False, folder="run", unread=8))
    assert not watch._timer.isActive()
    watch.stop()
