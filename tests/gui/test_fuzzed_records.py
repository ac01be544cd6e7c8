"""Whatever a ledger holds: its models keep the rules of Qt, and neither they nor the live view raise."""

import random
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from labharness.app.evidence.ledger_browser import LedgerBrowser
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import LEDGER
from labharness.gui.evidence.evidence_page import RECORDS
from labharness.gui.kit.tables.listed_table import LazyRows
from labharness.gui.run.attachment import Attachment
from labharness.gui.run.event_log import StageTable

RELEASED = Path(__file__).parents[1] / "released" / "0.1.0"
STRICT = QAbstractItemModelTester.FailureReportingMode.Fatal
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.ForegroundRole,
    Qt.ItemDataRole.TextAlignmentRole,
)
JUNK = (b"\x00", b"\xff", b'"', b"{", b"}", b"\n", b"9", b"-", b"null", b"\xe2\x80\xae", b"1e999", b"[" * 300)


def spoiled(content, chance):
    """Return a ledger in which some places hold something else, or nothing, and lines are missing or stand twice."""
    content = bytearray(content)
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(content))
        content[at : at + chance.randint(0, 40)] = chance.choice((b"", *JUNK))
    lines = content.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    lines[at : at + 1] = chance.choice(([], [lines[at]] * 2, [lines[at]]))
    return b"".join(lines)


@pytest.mark.parametrize("ledgers", [2, pytest.param(14, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["rng", "shoe", "batch-by-hand", "dice"])
def test_no_model_raises_whatever_the_records_hold(qtbot, tmp_path, name, ledgers):
    chance = random.Random(f"4614 {name}")
    shutil.copytree(RELEASED / name, tmp_path / name)
    folder = RunFolder(tmp_path / name)
    (tmp_path / name / LEDGER).chmod(0o644)
    whole, shown = (tmp_path / name / LEDGER).read_bytes(), 0
    stages = qtbot.addWidget(StageTable())
    QAbstractItemModelTester(stages.model(), STRICT)
    for _ in range(ledgers):
        (tmp_path / name / LEDGER).write_bytes(spoiled(whole, chance))
        browser, model = LedgerBrowser(folder), LazyRows(RECORDS)
        QAbstractItemModelTester(model, STRICT)
        model.show_rows(len(browser), browser.row)
        for row in range(len(browser)):
            assert browser.text(row) is not None
            for column in range(model.columnCount()):
                for role in ROLES:
                    model.data(model.index(row, column), role)
                shown += bool(model.data(model.index(row, column)))
        attachment = Attachment(folder)
        for _ in range(200):
            if not attachment.advance(0.05):
                break
        attachment.take_lines()
        stages.show_stages(list(attachment.summary.stages.values()))
        assert attachment.standing.word
    assert shown > 80 * ledgers
