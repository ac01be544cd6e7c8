"""The analysis of a file in the window: what it holds, what the checks find, and which line is wrong."""

import numpy as np
import pytest

from labharness.acts.declaring import Seat
from labharness.app.runs.file_analysis import FileOrder, analyze
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.file_analysis import FileOutcome
from labharness.filings.entries.review import Document
from labharness.gui.analyze.analyze_page import AnalyzePage
from labharness.gui.kit.slow_work import CANCELED
from labharness.language.catalog import say
from labharness.language.record_sentences import bare
from tests.support.filed_generator import file_generator
from tests.support.seats import Seats
from tests.support.window.hands import fill


@pytest.fixture
def page(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr("labharness.acts.analyze.AUTOMATIC_S", 0)
    page = qtbot.shown(AnalyzePage(Seat(Workspace.init(tmp_path / "workspace"))), 1100, 720)
    qtbot.waitExposed(page)
    qtbot.waitUntil(lambda: page.form.rows["suite"].editor.box.count() > 1)
    return page


@pytest.fixture
def draws(tmp_path):
    values = np.random.default_rng(461).integers(1, 8, 400)
    rows = ["round;outcome", *(f"{at};{value}" for at, value in enumerate(values))]
    (tmp_path / "draws.csv").write_text("\n".join(rows), encoding="ascii")
    return tmp_path / "draws.csv"


def look(qtbot, page, path):
    page.choose(path)
    qtbot.waitUntil(lambda: page.banner.word.text() in ("Ready to be analyzed", "Not analyzed"))


def enter_outcomes(page):
    fill(page, column="outcome")
    fill(page, low=1, high=7)


def run(qtbot, page):
    qtbot.click(page.start)
    qtbot.waitUntil(lambda: not page.work.busy)


def test_a_column_of_a_table_is_analyzed_as_the_command_does(qtbot, page, draws, tmp_path):
    look(qtbot, page, draws)
    columns = page.form.rows["column"].editor.box
    assert [columns.itemData(at) for at in range(3)] == ["", "round", "outcome"]
    enter_outcomes(page)
    assert page.form.rows["low"].editor.isEnabled()
    assert not page.form.rows["decks"].editor.isEnabled()
    run(qtbot, page)
    order = FileOrder(str(draws), column="outcome", given={"low": "1", "high": "7"})
    result = analyze(order)
    assert result.finding is FileOutcome.NOTHING_REJECTED
    assert page.banner.word.text() == "Nothing rejected"
    assert "not about a device" in page.banner.sentence.text()
    titles, *rows = page.checks.cells()
    assert titles[:5] == ["Finding", "Check", "Observed", "Random", "p"]
    assert {(row[1], row[4]) for row in rows} == {
        (file.title, "" if file.p is None else bare(file.p)) for file in result.judged
    }
    silent = next(file for file in result.judged if file.remark)
    page.filter.setText("finding:unresolved")
    assert page.checks.cells()[1:] == []
    assert page.filter.choose(silent.id)
    assert page.remark.text() == f"{silent.title}: {say(silent.remark)}"
    assert ["SHA-256", result.sha256] in [list(row.cells) for row in page.notes._rows]
    page.write_report(tmp_path / "analysis.pdf")
    qtbot.waitUntil(lambda: (tmp_path / "analysis.pdf").is_file() and not page.work.busy)
    assert page.work.note.text() == f"{tmp_path / 'analysis.pdf'} was written."


def test_what_the_file_could_have_shown_is_simulated_where_it_is_asked_for(
    qtbot, page, tmp_path, monkeypatch
):
    monkeypatch.setenv("LABHARNESS_CACHE", str(tmp_path / "cache"))
    numbers = tmp_path / "numbers.txt"
    numbers.write_text("low: 1\nhigh: 3\n" + " ".join("123" * 40), encoding="ascii")
    look(qtbot, page, numbers)
    assert "Guessed by the first bytes: outcomes" in page.form.guess.text()
    fill(page, power="40")
    run(qtbot, page)
    assert page.powers.rows.rowCount() > 1
    assert page.powers.cells()[1][1].endswith(" of 40")


def test_the_first_bad_line_is_quoted_with_its_place(qtbot, page, tmp_path):
    numbers = tmp_path / "numbers.txt"
    numbers.write_text("low: 1\nhigh: 9\n1 2 3\n4 5 x7 8\n", encoding="ascii")
    look(qtbot, page, numbers)
    fill(page, observes="outcomes")
    run(qtbot, page)
    assert "line 4, column 5" in page.banner.sentence.text()
    assert page.quoted.text() == "4 5 x7 8\n    ^"
    assert not page.report.isEnabled()


def test_no_option_of_the_command_is_named_and_a_missing_file_is_said(qtbot, page, tmp_path):
    bits = tmp_path / "bits.txt"
    bits.write_text("0 1 1 0 1\n", encoding="ascii")
    look(qtbot, page, bits)
    assert page.form.guess.text() == "The first bytes do not show what the file holds. State the content."
    run(qtbot, page)
    assert page.banner.word.text() == "Not analyzed"
    assert "“Content”" in page.banner.sentence.text()
    assert "--" not in page.banner.sentence.text()
    page.choose(tmp_path / "no.txt")
    qtbot.waitUntil(lambda: not page.start.isEnabled())
    assert page.banner.word.text() == "Not analyzed"


def test_reading_is_given_up_at_once(qtbot, page, draws):
    def endless(*_, progress, **__):
        at = 0
        while True:
            progress.at(at := at + 1, 1 << 40)

    page._seat = Seats(endless)
    look(qtbot, page, draws)
    qtbot.click(page.start)
    qtbot.waitUntil(lambda: page.work.bar.maximum() > 0)
    qtbot.click(page.work.cancel)
    qtbot.waitUntil(lambda: not page.work.busy)
    assert page.work.note.text() == CANCELED
    assert page.banner.word.text() == "Ready to be analyzed"


def test_the_report_is_filed_as_a_document_that_decides_nothing(
    qtbot, page, draws, rng_run, tmp_path, monkeypatch
):
    space = file_generator(rng_run[0], tmp_path / "filed")
    page._seat = Seat(space)
    monkeypatch.setattr("labharness.app.workspace.register.user", lambda: "engineer-a")
    look(qtbot, page, draws)
    enter_outcomes(page)
    run(qtbot, page)
    page.attach_to("sub-1")
    qtbot.waitUntil(lambda: not page.work.busy)
    assert page.work.note.text().startswith("Filed with sub-1 as document file-analysis-")
    with open_register(space) as register:
        (document,) = register.snapshot("sub-1").of(Document)
    assert (document.item, document.status, len(document.files)) == ("file-analysis", "received", 1)
