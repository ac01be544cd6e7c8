"""A question that is asked again because something has changed: what was asked before is not heard."""

import threading

from labharness.gui.kit.slow_work.background import Poll


def test_an_answer_from_before_a_change_is_not_heard(qtbot):
    going, state, heard = threading.Event(), ["before"], []

    def look():
        seen = state[0]
        assert going.wait(60)
        return seen

    poll = Poll(look)
    poll.answered.connect(heard.append)
    poll.ask()
    poll.ask()  # is being answered
    state[0] = "after"
    poll.ask_anew()
    going.set()
    qtbot.waitUntil(lambda: bool(heard))
    poll.wait()
    qtbot.wait(20)
    assert heard == ["after"]


def test_after_a_mistake_that_nobody_expected_it_can_be_asked_again(qtbot, monkeypatch):
    answers, heard, hooked = iter([ZeroDivisionError("no"), 7]), [], []
    monkeypatch.setattr("sys.excepthook", lambda *error: hooked.append(error[0]))

    def look():
        said = next(answers)
        if isinstance(said, Exception):
            raise said
        return said

    poll = Poll(look)
    poll.answered.connect(heard.append)
    poll.ask()
    qtbot.waitUntil(lambda: bool(hooked))
    qtbot.wait(20)
    poll.ask()
    qtbot.waitUntil(lambda: heard == [7])
    poll.wait()
