import time

import pytest

from labharness.evidence.records import RecordType
from labharness.gui.attachment import MOST_LINES
from labharness.gui.specimen import Specimen

DRAWS = "pai-gow-poker-645a-starting-position"
RECORDS = 100_000


@pytest.fixture
def long_run(tmp_path):
    specimen = Specimen(tmp_path / "long", DRAWS)
    specimen.begin("draws")
    specimen.observe("draws", 1000)
    for number in range(RECORDS):
        specimen.writer.append(RecordType.DEVIATION, {"text": f"line {number}"})
    specimen.close()
    return specimen


def test_a_long_record_is_read_while_the_window_stays_at_hand(qtbot, window, long_run):
    gaps, last = [], time.thread_time()
    window.attach("long")

    def breathe():
        nonlocal last
        now = time.thread_time()
        gaps.append(now - last)
        last = now
        return window.view.banner.word.text() == "Runner gone"

    words = set()
    while not breathe():
        words.add(window.view.banner.word.text())
        qtbot.wait(1)
        assert len(gaps) < 60_000
    assert "Reading" in words
    assert window.view.log.blockCount() == MOST_LINES
    assert f"line {RECORDS - 1}" in window.view.log.toPlainText()
    gaps.sort()
    # Time of this thread alone, for the machine may be busy with other tests.
    assert gaps[int(len(gaps) * 0.99)] < 0.05
