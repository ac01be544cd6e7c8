"""Judging a submission needs neither drawing nor devices: what it loads, in a process of its own."""

import subprocess
import sys

SCRIPT = """
import sys
from importlib import import_module
from pkgutil import iter_modules
import labharness.assessment as package
for module in iter_modules(package.__path__):
    import_module(f"{package.__name__}.{module.name}")
print(*sorted(sys.modules))
"""
FOREIGN = {"PIL", "PySide6", "alembic", "pikepdf", "pyhanko", "reportlab", "serial", "sqlalchemy", "usb"}
DEVICES = ("labharness.devices.", "labharness.runner.", "labharness.filings.store.", "device_adapters.")
PROTOCOL = {"labharness.devices.adapter", "labharness.devices.control_request"}
"""What a plan may ask of an adapter: names and descriptions, no transport."""


def test_assessment_loads_no_drawing_no_database_and_no_device():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, encoding="utf-8", check=True)
    loaded = set(done.stdout.split())
    assert "labharness.assessment.conclusion" in loaded
    assert FOREIGN & loaded == set()
    assert {name for name in loaded if name.startswith(DEVICES)} == PROTOCOL
