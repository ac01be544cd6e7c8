"""A ledger of a million records in the window: opened, and any record of it shown."""

import gc
import os
import random
import time

import pytest

from benchmarks.figures import scaled, timed

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

RECORDS = scaled(1_000_000, 100_000)
OPENED_S = 2.0
JUMP_MS = 50
JUMPS = 300
ZERO = "0" * 64
CARDS = " ".join(["AS", "2S", "10D", "KH", "QC"] * 4)
UNIT = (
    '"observed","utc":"2026-11-22T12:27:35.123456Z","mono_ns":1,"body":{{"stage":"rounds","kind":"round","first":{unit},'
    '"units":1,"input_known":"not_applicable","source":"device_reported","data":["{cards} < {cards}"],"exchange":{before}}}'
)
CALL = (
    '"exchange","utc":"2026-11-22T12:27:35.123456Z","mono_ns":1,"body":{{"channel":"device","frames":[{at},{at}],'
    '"call":"status","args":{{}},"answer":null,"error":null,"repeat":0}}'
)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A folder with a ledger of the shape that a capture writes; nothing of it would verify."""
    folder = tmp_path_factory.mktemp("million") / "run"
    folder.mkdir()
    with (folder / "ledger.jsonl").open("w", encoding="ascii", newline="\n") as file:
        for at in range(RECORDS):
            body = UNIT.format(unit=at // 2, cards=CARDS, before=at - 1) if at % 2 else CALL.format(at=at)
            file.write(f'{{"seq":{at},"prev":"{ZERO}","type":{body},"hash":"{ZERO}"}}\n')
    return folder


def test_a_million_records_open_in_two_seconds_and_any_is_shown_in_fifty_milliseconds(run, figure, qapp):
    """Processor time: of opening, and of the 99% quantile of random jumps, each with the picture of the table."""
    from labharness.app.evidence.ledger_browser import LedgerBrowser
    from labharness.evidence.folder import RunFolder
    from labharness.gui.evidence.evidence_page import RECORDS as COLUMNS
    from labharness.gui.kit.tables.listed_table import LazyTable

    table = LazyTable("Records", COLUMNS)
    table.resize(900, 700)
    table.show()

    def opened():
        browser = LedgerBrowser(RunFolder(run))
        table.rows.show_rows(len(browser), browser.row)
        table.select(0)
        qapp.processEvents()
        return browser

    seconds, browser = timed(opened, 1)
    assert len(browser) == RECORDS

    chance, taken = random.Random(4614), []
    gc.collect()
    for _ in range(JUMPS):
        begun = time.process_time()
        table.select(chance.randrange(RECORDS))
        qapp.processEvents()
        taken.append(time.process_time() - begun)
        assert table.rows.index(table.current, 4).data()
    quantile = sorted(taken)[round(JUMPS * 0.99) - 1]
    figure("a ledger of a million records opened in the window", seconds, "s", target=OPENED_S)
    figure("any record of it shown, 99% quantile", quantile * 1000, "ms", target=JUMP_MS)
    table.close()
    figure.hold()
