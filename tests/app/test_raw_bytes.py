"""The documented plan for raw bytes, from end to end: a pipe is a source, a regular file proves no device."""

import os
import sys
from pathlib import Path
from threading import Thread

import pytest
from numpy.random import PCG64, Generator

from labharness.app.devices.preflight import RunOrder
from labharness.app.reports.reverify import reverify
from labharness.app.runs.services import start_run
from labharness.evidence.history.run import RunHistory
from labharness.model.reasons.run import Course
from labharness.model.results import Outcome

GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-device.md"
UNITS = 131_072
BYTES = Generator(PCG64(461)).bytes(UNITS)


@pytest.fixture
def plan(tmp_path):
    """The plan as the guide has it, with a tenth of its bytes."""
    text = GUIDE.read_text("utf-8").partition("### A plan for raw bytes")[2]
    written = text.partition("```toml\n")[2].partition("```")[0]
    assert "units = 1250000" in written
    file = tmp_path / "raw-bytes.toml"
    file.write_text(written.replace("1250000", str(UNITS)), encoding="utf-8")
    return str(file)


def judged(workspace, plan, source):
    """Carry the plan out, and do it again from its records."""
    folder, _ = start_run(workspace, RunOrder(plan=plan, device=f"file://{source.as_posix()}"))
    summary = RunHistory.of(folder).summary
    assert reverify(None, folder).problems == ()
    assert summary.units == {"raw": UNITS}
    return summary


def test_a_regular_file_is_judged_and_proves_no_device(workspace, plan, tmp_path):
    source = tmp_path / "bytes"
    source.write_bytes(BYTES)
    summary = judged(workspace, plan, source)
    assert summary.replayed
    assert (summary.outcome, summary.verdict.reasons) == (Outcome.INCONCLUSIVE, (Course.REPLAYED(),))


@pytest.mark.skipif(sys.platform == "win32", reason="This system has no named pipes.")
def test_a_pipe_is_a_source_that_passes(workspace, plan, tmp_path):
    source = tmp_path / "pipe"
    os.mkfifo(source)
    feeder = Thread(target=lambda: source.write_bytes(BYTES))
    feeder.start()
    summary = judged(workspace, plan, source)
    feeder.join(10)
    assert not summary.replayed
    assert summary.outcome is Outcome.PASS
