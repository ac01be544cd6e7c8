"""What is visible of a verdict at 1280 and 1000 pixels: never without the word of a simulated or unfinished run."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QTableView, QWidget

from labharness.app.workspace.register import open_queue
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit.charts.chart_frame import ChartFrame
from labharness.gui.kit.labels import LoudLabel
from labharness.gui.kit.run_standing import tone_of
from labharness.gui.kit.tables.column_fit import standing_column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.language.standings import standing_words
from labharness.model.address import Address, Room
from labharness.model.results import Outcome, Phase, Qualifier, standing_of
from labharness.nights.items import Closing, Item
from labharness.nights.store.benches import Benches
from tests.support.window import places, views
from tests.support.window.specimen import Specimen
from tests.support.window.specimen_night import ACTOR
from tests.support.window.standing import Scene, settle, standing, wait

WIDTHS = (1280, 1000)
ICON = 20
VERDICTS = tuple(each.value for each in Outcome)
SIMULATED = "simulated"
ENDED = "20250313T175900-pai-gow-poker-645a-starting-position"


def night_with_an_end(place: Path) -> Specimen:
    """Leave a night of which one run has ended."""
    specimen = places.night(place)
    with open_queue(Workspace(place)) as queue:
        benches = Benches(queue.database)
        fence = benches.hold("bench-1", "desk-1", 1, ACTOR)
        order = {"device": "usbip://127.0.0.1/1-1"}
        queue.add([Item(id=ENDED, bench="bench-1", device="d", order=order, priority=9)], ACTOR)
        benches.take("bench-1", fence, ACTOR, "9999", ahead=9)
        benches.end("bench-1", fence, ACTOR, ENDED, Closing.RAN, None, Outcome.INCONCLUSIVE)
    return specimen


def compared(window):
    """Compare two runs of simulated devices."""
    window.open(Address(Room.COMPARE, ("rng", "dice")))
    wait(lambda: window.page.checks.rows.rowCount() > 0)


def ended(window):
    """Show the items of a bench that are over."""
    views.benches(window)
    window.page.tabs.setCurrentIndex(1)
    wait(lambda: window.page.ended.rows.rowCount() > 0)


def in_store(window):
    """Show the runs of the shared store, in the settings."""
    window.open(Address(Room.SETTINGS, ("store",)))
    wait(lambda: any(each.rows.rowCount() for each in shown_of(window.page, RowTable)))


def shown_of(page: QWidget, kind: type) -> list:
    return [each for each in page.findChildren(kind) if each.isVisible()]


SCENES = {
    "home": Scene(places.night, show=views.home),
    "runs": Scene(places.released, show=views.runs),
    "results": Scene(places.released, show=views.result),
    "compare": Scene(places.released, show=compared),
    "store": Scene(places.stored, show=in_store),
    "nights": Scene(night_with_an_end, show=ended),
    "running": Scene(places.running),
    "passed": Scene(places.passed),
    "reports": Scene(places.filed, show=views.reports),
    "report": Scene(places.filed, show=views.report),
    "submissions": Scene(places.filed, show=views.submissions),
}


def cut(table: QTableView) -> Iterator[str]:
    """Yield the texts of a table's columns of standings that are not seen whole."""
    model, across = table.model(), table.horizontalHeader()
    for column, declared in enumerate(getattr(table, "listed", ())):
        if not declared.grows or not model.rowCount():
            continue
        left, right = across.sectionViewportPosition(column), across.sectionSize(column)
        whole = left >= 0 and left + right <= table.viewport().width() and not across.isSectionHidden(column)
        for row in range(model.rowCount()):
            text = str(model.index(row, column).data() or "")
            need = table.fontMetrics().horizontalAdvance(text) + ICON
            if not whole or need > right:
                yield f"{text} ({need} of {right} pixels at {left})"


def bare(page: QWidget) -> Iterator[str]:
    """Yield the visible texts of a page that begin with a verdict and say nothing of a simulated device."""
    loud = any(SIMULATED in each.text().lower() for each in shown_of(page, LoudLabel))
    for text in shown(page, checks=not loud):
        if text.startswith(VERDICTS) and SIMULATED not in text.lower():
            yield text


def shown(page: QWidget, *, checks: bool = True) -> Iterator[str]:
    """Yield the visible texts of a page; those of checks only where their page does not say how the run stands."""
    for kind in (QLabel, QAbstractButton):
        yield from (each.text() for each in shown_of(page, kind))
    for table in shown_of(page, QTableView):
        model, declared = table.model(), getattr(table, "listed", ())
        for column in range(model.columnCount()):
            if checks or (column < len(declared) and declared[column].grows):
                yield from (str(model.index(row, column).data() or "") for row in range(model.rowCount()))


SLOW = [name for name, scene in SCENES.items() if scene.make is places.filed]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in SCENES]
)
def test_every_verdict_is_seen_with_its_qualifiers(qapp, name):
    with standing(qapp, SCENES[name]) as window:
        for width in WIDTHS:
            window.resize(width, 800)
            settle(0.4)
            assert [text for table in shown_of(window, QTableView) for text in cut(table)] == []
            rows = window.page.list.table.rows._rows if name == "submissions" else ()
            without_runs = [standing_words(each.standing) for each in rows if each.runs == 0]
            assert list(bare(window.page)) == without_runs
            assert any(SIMULATED in each.lower() for each in shown(window.page))


QUALIFIED = ((), (Qualifier.REPLAYED,), (Qualifier.SPECIMEN,), (Qualifier.SET_ASIDE, Qualifier.RESCINDED_LAW))
STANDINGS = [
    *(
        standing_of(outcome, simulated=True, **{more.value: True for more in extra})
        for outcome in Outcome
        for extra in QUALIFIED
    ),
    *(standing_of(None, phase, simulated=True) for phase in Phase),
]


def test_a_column_of_standings_is_as_wide_as_the_longest(qtbot):
    columns = (standing_column(lambda row: row), standing_column(lambda row: row, title="Other"))
    table = qtbot.shown(RowTable("Standings", columns, standing_words), 1000, 600)
    for count in range(1, len(STANDINGS) + 1):
        table.show_rows(STANDINGS[:count])
        assert list(cut(table)) == []


def test_a_copied_and_an_enlarged_picture_say_how_the_run_stands(qtbot):
    chart = qtbot.shown(ChartFrame("Picture"), 480, 300)
    before = chart.picture()
    chart.stand(standing_of(Outcome.PASS, simulated=True))
    assert chart.picture() != before, "the stamp lies inside what is copied"
    assert (chart.stamp.text(), chart.stamp.isVisible()) == ("PASS, simulated", True)
    assert chart.stamp.width() >= chart.stamp.fontMetrics().horizontalAdvance(chart.stamp.text())
    assert chart.rect().contains(chart.stamp.geometry())


def test_no_phase_but_the_end_looks_like_a_pass():
    passing = [phase for phase in Phase if tone_of(standing_of(Outcome.PASS, phase)).value == "pass"]
    assert passing == [Phase.ENDED]
