"""The panel that asks, and what was answered in it."""

import pytest

from labharness.evidence.records.body import RecordType
from labharness.gui.kit import findable as deciding_button
from labharness.gui.prompts.card_entry import BenchFacts
from labharness.gui.prompts.prompt_panel import PromptPanel
from labharness.model.cards import CardSet
from labharness.model.device import DeviceClass
from tests.support.runs import body_of

DECK = CardSet.of_decks("a deck", 1)
FACTS = BenchFacts(device_class=DeviceClass.BATCH_SHUFFLER, cards=DECK, person=1)


def prompt_of(number, action, asks=(), **data):
    body = {"prompt": number, "action": action, "asks": list(asks), "data": data, "timeout_s": 60}
    return body_of(RecordType.PROMPT, body)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Buttons that take the first press; the test of their patience waits itself."""
    monkeypatch.setattr(deciding_button, "SETTLING_MS", 0)


@pytest.fixture
def panel(qtbot):
    panel = qtbot.addWidget(PromptPanel("R. Operator"))
    panel.resize(1000, 640)
    qtbot.front(panel)
    return panel


@pytest.fixture
def given(panel):
    result = []
    panel.answered.connect(lambda *answer: result.append(answer))
    return result


@pytest.fixture
def put(panel):
    """Puts a prompt of an action with its data."""
    return lambda number, action, facts=FACTS, asks=(), **data: panel.show_prompts(
        {number: prompt_of(number, action, asks, **data)}, facts
    )
