"""A question that is asked again because something has changed: what was asked before is not heard."""

import threading

from labharness.gui.kit.slow_work.errand import Poll
from labharness.gui.shell import feed


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
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    poll = Poll(look)
    poll.answered.connect(heard.append)
    with qtbot.waitSignal(poll.broke):
        poll.ask()
    qtbot.waitUntil(lambda: hooked == [ZeroDivisionError])
    poll.ask()
    qtbot.waitUntil(lambda: heard == [7])
    poll.wait()


class Workspace:
    """Services whose first look ends by a mistake of the program."""

    def __init__(self):
        self.looks = iter([KeyError("gone"), "overview"])

    def overview(self):
        text = next(self.looks)
        if isinstance(text, Exception):
            raise text
        return text

    def devices(self):
        return ()


def test_after_a_mistake_the_window_claims_nothing_and_looks_again(qtbot, monkeypatch):
    monkeypatch.setattr("sys.excepthook", lambda *_: None)
    monkeypatch.setattr(feed, "BROKEN_MS", 1)
    news, seen = feed.Feed(Workspace()), []
    news.lost.connect(seen.append)
    news.took.connect(lambda overview: (seen.append(overview), news.stop()))
    news.ask()
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen == [feed.BROKEN, "overview"]
