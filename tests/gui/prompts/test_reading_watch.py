"""The count of a reader is shown while the run waits for it, in the panel of the question, and gone after it."""

from types import SimpleNamespace

import pytest

from labharness.app.bench_work.entered_cards import ReadingProgress
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.records.people import PromptBody, PromptData
from labharness.gui.kit import theme
from labharness.gui.prompts.card_entry import BenchFacts
from labharness.gui.prompts.prompt_panel import PromptPanel
from labharness.gui.run.attachment import ReadingWatch
from labharness.model.cards import CardSet
from labharness.model.reasons.conduct import Adapters


@pytest.fixture
def panel(qtbot, qapp):
    theme.dress(qapp, theme.LIGHT)
    panel = PromptPanel("A. Clerk")
    qtbot.addWidget(panel)
    panel.resize(1000, 500)
    panel.show()
    return panel


def prompt(action):
    return PromptBody(prompt=3, action=action, asks=(), data=PromptData(), timeout_s=600)


FACTS = BenchFacts(cards=CardSet.of_decks("deck", 1))


def test_the_count_of_the_reader_stands_in_the_question(panel):
    panel.show_prompts({3: prompt("read_output")}, FACTS)
    assert not panel.reading.isVisible()
    panel.show_reading(ReadingProgress(48))
    assert panel.reading.text() == "48 cards of 52 read so far"
    assert panel.reading.isVisible()
    panel.show_reading(ReadingProgress(0, (Adapters.CARD_NOT_READ(card=17),)))
    assert "17" in panel.reading.text()
    panel.show_reading(None)
    assert not panel.reading.isVisible()
    panel.show_reading(ReadingProgress(53))
    assert panel.reading.text() == "53 cards read so far", "more than the set is no share of it"
    panel.show_prompts({}, FACTS)
    panel.show_prompts({4: prompt("count")}, FACTS)
    panel.show_reading(ReadingProgress(48))
    assert not panel.reading.isVisible(), "a person answers this one"


def test_it_looks_only_while_the_reader_is_waited_for(qtbot, tmp_path):
    asked, seen = [], []

    def progress(folder, first):
        asked.append((folder, first))
        return ReadingProgress(len(asked))

    watch = ReadingWatch(Workspace(tmp_path))
    watch.progress = progress
    watch.seen.connect(seen.append)
    watch.follow(SimpleNamespace(reads=False, folder="run", unread=0))
    assert not watch._timer.isActive()
    watch.follow(SimpleNamespace(reads=True, folder="run", unread=7))
    qtbot.waitUntil(lambda: len(seen) >= 2)
    assert set(asked) == {("run", 7)}
    watch.follow(SimpleNamespace(reads=False, folder="run", unread=8))
    assert not watch._timer.isActive()
    watch.stop()
