"""A laboratory in one process: workspace, simulated devices over USB/IP, people, and a reader of cards."""

import re
import time
from contextlib import ExitStack

import pytest

from labharness.devices.transports import watch
from labharness.runner import control
from labharness.runner import run as conducting
from tests.support.lab import Lab


@pytest.fixture
def lab(tmp_path, monkeypatch):
    monkeypatch.setattr(conducting, "SAFE_STATE_SECONDS", 60)  # only a device that never rests takes so long
    # The people here answer at once; a night's runner looks for them less often, to spare the processor.
    monkeypatch.setattr(control, "POLL_SECONDS", 0.004)
    monkeypatch.setattr(watch, "POLL_S", 0.004)
    with ExitStack() as stack:
        yield Lab(tmp_path, stack)


@pytest.fixture
def records():
    """Records of a type, as bodies, those with some values."""

    def bodies(folder, kind, **fields):
        of_kind = (record.body for record in folder.records() if record.type == kind)
        every = (body.model_dump(mode="json", by_alias=True) for body in of_kind)
        return [body for body in every if fields.items() <= body.items()]

    return bodies


ADVICE = re.compile(
    r"\b(add|ask|begin|change|check|choose|clear|connect|correct|create|enter|free|give|lay|leave|make|name|omit|plug|put"
    r"|read|repeat|restart|restore|start|switch|use|wait|write)\b",
    re.IGNORECASE,
)


@pytest.fixture
def good_sentence():
    """Whether a text is one sentence that says what to do."""

    def judge(text):
        assert text
        assert text == text.strip()
        assert text.isprintable(), text
        assert text[-1] == ".", text
        first = text.split()[0]
        assert text[0].isupper() or not text[0].isalpha() or "/" in first, text
        assert "Traceback" not in text
        assert "Error" not in text
        assert len(text) < 400
        assert ADVICE.search(text), text
        return True

    return judge


@pytest.fixture
def eventually():
    def wait(condition):
        while not condition():  # what never comes is ended by the limit of every test
            time.sleep(0.005)

    return wait
