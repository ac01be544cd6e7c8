"""The submissions on Home: judged in the background, and never shown as they were before something changed."""

import time
from dataclasses import replace

import pytest

from labharness.app.submission.draft_saving import case_sign
from labharness.app.submission.open_items import OpenItem, OpenItemPlace, SubmissionPart
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError
from labharness.evidence.lock import LEDGER
from labharness.gui.filings.submission_facts import CaseFacts, Filed
from labharness.gui.home.home_page import SUBMISSIONS, SubmissionStanding, SubmissionWatch
from labharness.language.catalog import explain
from labharness.model.reasons.run import Runs
from labharness.model.results import Outcome, standing_of

OPEN = OpenItem("Document missing: the PAR sheet.", True, OpenItemPlace(SubmissionPart.DOCUMENTS))
CLEAR = CaseFacts(standing_of(Outcome.PASS), "", (), (), "", (), (), (), ())
FACTS = replace(CLEAR, standing=standing_of(Outcome.INCONCLUSIVE), open_items=(OPEN, OPEN))
FILED = Filed("one", "A title", "prototype", "A manufacturer", "REF-1", documents=2, asked=3)
SIGNED = replace(FILED, recommendation="Approve", report="one-r1", signed=("tested",))


class Desk:
    """A register of one submission, whose sign the test changes."""

    def __init__(self):
        self.sign, self.judged, self.then, self.found, self.takes_s = "1", 0, None, FACTS, 0.0

    def filed(self):
        return [FILED]

    def case_sign(self, at_work):  # noqa: ARG002
        if not self.sign:
            raise InputError(Runs.AT_WORK(run="run-1"))
        return self.sign

    def case(self, submission, say):
        self.judged += 1
        time.sleep(self.takes_s)
        say(f"settling a run of {submission}")
        result = self.found
        if self.then is not None:
            self.sign, self.found = self.then
        if isinstance(result, Exception):
            raise result
        return result


@pytest.fixture
def watched(qtbot):
    desk = Desk()
    watch = SubmissionWatch(lambda: desk)
    watch.first_s = 0.0
    shown = []
    watch.came.connect(shown.append)

    def look(until):
        watch.look(())
        qtbot.waitUntil(lambda: bool(shown) and shown[-1][0].next_step == until)
        return shown[-1][0]

    yield desk, look, shown
    watch.stop()


def test_open_items_and_the_next_step_are_unknown_until_they_are_judged_and_after_a_change(watched):
    desk, look, shown = watched
    assert look(OPEN.sentence).open_items == 2
    assert (shown[0][0].open_items, shown[0][0].next_step) == (None, "…")
    look(OPEN.sentence)
    assert desk.judged == 1
    desk.sign, desk.found = "2", CLEAR
    before = len(shown)
    look("Recommend")
    assert shown[before][0].next_step == "…"
    desk.sign, desk.found = "3", InputError(Runs.AT_WORK(run="run-1"))
    assert look(explain(desk.found)).open_items is None, "why it cannot be judged stands in its row"


def test_nothing_is_shown_that_changed_while_it_was_judged(watched):
    desk, look, shown = watched
    desk.found, desk.then = CLEAR, ("2", FACTS)
    assert look(OPEN.sentence).open_items == 2
    assert desk.judged == 2
    assert "Recommend" not in [rows[0].next_step for rows in shown]


def test_nothing_is_known_and_nothing_judged_while_the_register_does_not_answer(watched, qtbot):
    desk, look, _ = watched
    desk.takes_s = 0.05
    look(OPEN.sentence)
    sign, desk.sign = desk.sign, ""
    assert look("…").open_items is None
    qtbot.wait(400)  # the rest after a judgment is three times as long as it took
    desk.sign = sign
    assert look(OPEN.sentence).open_items == 2
    assert desk.judged == 2


def test_the_next_step_follows_what_is_on_record():
    for filed, step in (
        (FILED, "Recommend"),
        (replace(FILED, recommendation="Approve"), "Build the report"),
        (SIGNED, "Sign as reviewed"),
        (replace(SIGNED, signed=("tested", "reviewed", "authorized")), "Signed by all three roles"),
    ):
        standing = SubmissionStanding(filed, CLEAR)
        assert standing.next_step == step
        assert [column.text(standing) for column in SUBMISSIONS][:2] == ["REF-1", "0"]


def test_the_sign_changes_with_a_ledger_and_not_with_one_that_grows(tmp_path):
    workspace = Workspace.init(tmp_path / "space")
    ledger = workspace.path / "runs" / "run-1" / LEDGER
    ledger.parent.mkdir(parents=True)
    before = case_sign(workspace, ())
    ledger.write_text("{}\n", encoding="utf-8")
    ended, at_work = case_sign(workspace, ()), case_sign(workspace, {"run-1"})
    assert len({before, ended, at_work}) == 3
    with ledger.open("a", encoding="utf-8") as file:
        file.write("{}\n")
    assert case_sign(workspace, {"run-1"}) == at_work
    assert case_sign(workspace, ()) != ended
