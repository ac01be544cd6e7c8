"""Prompts put and answered on the terminal that conducts a run."""

import os
import signal
import sys

import pytest

from labharness.app.devices.preflight import RunOrder
from labharness.app.runs.services import start_run
from labharness.cli import terminal as terminal_prompts
from labharness.cli.terminal import LedgerProgress, TerminalPrompts
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.people import PromptBody, PromptData
from labharness.model.reasons.conduct import Ask, Conduct
from labharness.model.results import Ending, Outcome

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")

MANUAL = "baccarat-545-manual-shoe"
PLATE = "Sim; shoe; 1; none; manual_shoe"


def bodies(folder, kind):
    return [record.body for record in folder.records() if record.type is kind]


@pytest.fixture
def at_terminal(lab, monkeypatch):
    """Return a function that runs a plan on a pseudo-terminal on which somebody answers each question shown."""
    keyboard, screen = os.openpty()

    def run(plan, answer):
        shown = []

        def put(text):
            shown.append(text)
            typed = answer(text, shown)
            if typed is not None:
                os.write(keyboard, typed.encode() + b"\n")

        monkeypatch.setattr(terminal_prompts.screen, "print", put)
        with (
            open(screen, encoding="utf-8", closefd=False) as typed,
            LedgerProgress("title", TerminalPrompts(typed)) as progress,
        ):
            os.write(keyboard, b"typed before any question\n")
            order = RunOrder(plan, "operator://", None, "run", "Ada")
            return *start_run(lab.space, order, progress.attach), shown

    yield run
    os.close(keyboard)
    os.close(screen)


def test_a_refused_answer_is_asked_again_with_its_reason(at_terminal, tmp_path):
    picture = tmp_path / "shoe.png"
    picture.write_bytes(b"not really a picture")

    def answer(text, shown):
        if len(shown) == 1:
            return "a shoe"
        if "name plate" in text:
            assert text.startswith("The answer does not have five fields.")
            return PLATE
        if len(shown) == 3:
            return "perhaps"
        return f"yes | {picture}" if "photograph" in text else "yes"

    folder, outcome, shown = at_terminal(MANUAL, answer)
    assert (outcome.ending, outcome.verdict.outcome) == (Ending.COMPLETE, Outcome.PASS), outcome
    assert '"perhaps"' in shown[3]
    answers = bodies(folder, RecordType.ANSWER)
    assert {answer.who for answer in answers} == {"Ada"}
    assert [answer.answer for answer in answers[:3]] == ["a shoe", PLATE, "perhaps"]
    assert len(answers) == len(shown) == len(bodies(folder, RecordType.PROMPT))


def test_ctrl_c_at_a_prompt_stops_the_run(at_terminal):
    def answer(_, shown):
        if len(shown) == 1:
            return PLATE
        os.kill(os.getpid(), signal.SIGINT)
        return None

    _, outcome, _ = at_terminal(MANUAL, answer)
    assert outcome.ending is Ending.STOPPED_BY_OPERATOR
    assert outcome.reasons == (Conduct.STOPPED_BY(who="signal SIGINT"),)


def test_a_prompt_for_the_reader_takes_a_no_and_no_other_line(lab, monkeypatch):
    """Known decks before the sample: the reader's file is the answer, with the instrument that wrote it."""
    shown, sent = [], []
    monkeypatch.setattr(terminal_prompts.screen, "print", shown.append)
    monkeypatch.setattr(RunFolder, "send", lambda _, *what, **more: sent.append((what, more)))
    body = next(body for body in bodies(_ended(lab), RecordType.PROMPT) if body.by_reader)
    keyboard, screen = os.openpty()
    with os.fdopen(screen, encoding="utf-8") as typed:
        prompts = TerminalPrompts(typed)

        def attend(line):
            assert prompts.waiting(_open(body)) is body
            os.write(keyboard, line)
            prompts.attend(lab.space.run("run"), _open(body), body, 1.0)

        prompts.attend(lab.space.run("run"), _open(body), body, 0.0)
        attend(b"\n")
        attend(b"done\n")
        assert [text.endswith("answer no: REASON.") for text in shown] == [True, True]
        assert not sent
        attend(b"no: the cards fell\n")
        assert prompts.waiting(_open(body)) is None
    os.close(keyboard)
    [(what, more)] = sent
    assert (what[0], more["answer"]) == ("answer", "no: the cards fell")


def test_a_newer_prompt_comes_before_that_for_the_reader(lab):
    asked = [
        PromptBody(prompt=number, action=action, asks=(), data=PromptData(), timeout_s=1.0)
        for number, action in enumerate(("read_output", "enter_order"))
    ]
    summary = RunSummary(open_prompts={body.prompt: body for body in asked})
    assert TerminalPrompts(sys.stdin).waiting(summary) is asked[1]


def test_what_the_reader_asks_is_shown_before_the_entry_that_answers_it(tmp_path, monkeypatch):
    """Two people enter a known deck: nobody could lay it, as the newest prompt alone was shown."""
    shown = []
    monkeypatch.setattr(terminal_prompts.screen, "print", shown.append)
    asks, data = (Ask.READ_KNOWN_DECK(deck=1, decks=5),), PromptData(cards="KD 4H 10D")
    reading = PromptBody(prompt=0, action="read_known_deck", asks=asks, data=data, timeout_s=1.0)
    entry = PromptBody(prompt=1, action="enter_order", asks=(), data=PromptData(), timeout_s=1.0)
    summary = RunSummary(open_prompts={0: reading, 1: entry})
    keyboard, screen = os.openpty()
    with os.fdopen(screen, encoding="utf-8") as typed:
        prompts = TerminalPrompts(typed)
        for _ in range(2):
            prompts.attend(RunFolder(tmp_path), summary, prompts.waiting(summary), 0.0)
    os.close(keyboard)
    assert len(shown) == 2, "each once"
    assert shown[0].startswith("Arrange known deck 1 of 5 as shown")
    assert "KD 4H 10D" in shown[0]


def _open(body):
    return RunSummary(open_prompts={body.prompt: body})


def _ended(lab):
    lab.attend()
    folder, _ = lab.run(lab.shoe_plan(4, 2), lab.device("dealing_shoe", read=True), lab.reader)
    return folder
