"""A run of a million records followed by the window from its beginning: its memory does not grow with the record."""

import json
import os
import subprocess
import sys
import textwrap

from benchmarks.figures import scaled

RECORDS = scaled(1_000_000, 60_000)
GROWTH_MB = 10
ENVIRONMENT = os.environ | {"QT_QPA_PLATFORM": "offscreen"}

FOLLOW = """
import json, sys, time
from pathlib import Path
from PySide6.QtWidgets import QApplication
from labharness.evidence.records.line import encode
from labharness.gui.run.attachment import Attachment
from labharness.gui.run.run_view import RunView
from tests.support.window.specimen import Specimen
application = QApplication([])
specimen = Specimen(Path(sys.argv[1]), "blackjack-633a-continuous-shuffler-rounds")
specimen.begin("rounds")
specimen.note("A jam was cleared.")
specimen.observe("rounds", 1)
specimen.close()
*_, noted, observed = specimen.folder.records()
before = observed.hash
with (specimen.folder.path / "ledger.jsonl").open("ab") as file:
    for number in range(int(sys.argv[2])):
        body = noted.body if number % 20_000 == 0 else observed.body
        line, before = encode(observed.seq + 1 + number, observed.utc, observed.mono_ns, body, before)
        file.write(line if line.endswith(b"\\n") else line + b"\\n")
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
view = RunView("somebody")
view.show()
attachment, memory, cpu = Attachment(specimen.folder), [], time.process_time()
while attachment.advance(0.25) or attachment.behind:
    assert not attachment.problem, attachment.problem
    view.show_run(attachment)
    application.processEvents()
    memory.append(resident())
read = attachment.summary.records
print(json.dumps({"memory": memory, "read": read, "cpu": time.process_time() - cpu}))
"""


def test_memory_is_flat_over_a_million_records(figure, tmp_path):
    """The live view of a run that is read from its beginning, with its picture and its events."""
    command = [sys.executable, "-c", textwrap.dedent(FOLLOW), str(tmp_path / "long"), str(RECORDS)]

    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert done.returncode == 0, done.stderr
    read = json.loads(done.stdout.splitlines()[-1])
    memory = read["memory"]
    early = max(memory[: max(len(memory) // 10, 1)])
    figure(
        "memory after a million records followed in the live view",
        memory[-1],
        "MB",
        ("after a tenth", early),
        early + GROWTH_MB,
    )
    figure("a thousand records followed, processor time", 1e6 * read["cpu"] / RECORDS, "ms")
    assert read["read"] > RECORDS
    assert memory[-1] - early <= GROWTH_MB
