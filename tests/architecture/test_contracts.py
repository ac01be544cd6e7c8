"""The import contracts hold, and each of them can break: a violation is planted in a copy of the tree."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("labharness", "device_adapters", "reports", "test_plans")
CONTRACTS = {
    contract["id"]: contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
}

# What is planted, and the contract that must name it.
VIOLATIONS = [
    ("layers", {"labharness/model/planted.py": "import labharness.evidence"}),
    ("layers", {"labharness/devices/planted.py": "import labharness.games"}),
    ("layers", {"labharness/runner/planted.py": "import labharness.reporting"}),
    ("layers", {"labharness/analysis/planted.py": "def late():\n    import labharness.checks"}),
    ("layers", {"labharness/newcomer.py": ""}),
    ("layers", {"labharness/filings/store/planted.py": "import labharness.analysis"}),
    ("floors", {"labharness/analysis/laws/planted.py": "import labharness.analysis.sampling.check"}),
    ("floors", {"labharness/analysis/sampling/planted.py": "import labharness.analysis.decision.rule"}),
    ("floors", {"labharness/analysis/identification/planted.py": "import labharness.analysis.generators"}),
    ("floors", {"labharness/analysis/generators/planted.py": "import labharness.analysis.sampling"}),
    ("floors", {"labharness/analysis/decision/planted.py": "import labharness.analysis.power.detection"}),
    ("filings", {"labharness/filings/entries/planted.py": "import labharness.filings.store.chain"}),
    ("drawing", {"labharness/reporting/planted.py": "import labharness.runner"}),
    ("drawing", {"labharness/signing/planted.py": "import labharness.runner"}),
    ("leaves", {"labharness/runner/planted.py": "import device_adapters"}),
    ("leaves", {"labharness/errors.py": "import test_plans"}),
    ("leaves", {"labharness/checks/bits/planted.py": "import labharness.testing"}),
    ("leaves", {"reports/planted.py": "import labharness.checks"}),
    ("leaves", {"device_adapters/planted.py": "import labharness.app"}),
    (
        "plug-ins",
        {
            "labharness/checks/bits/one.py": "import labharness.checks.bytes.two",
            "labharness/checks/bytes/two.py": "",
        },
    ),
    ("plug-ins", {"device_adapters/one.py": "import device_adapters.two", "device_adapters/two.py": ""}),
    ("plug-ins", {"reports/one.py": "import reports.two", "reports/two.py": ""}),
    ("kits", {"labharness/checks/bits/planted.py": "from labharness.model.cards import Order"}),
    ("kits", {"device_adapters/planted.py": "import labharness.devices.adapter"}),
    ("kits", {"reports/planted.py": "from labharness.reporting import blocks"}),
    ("kits", {"reports/planted.py": "from labharness.analysis import kit"}),
    (
        "cycles",
        {
            "labharness/evidence/one.py": "import labharness.evidence.two",
            "labharness/evidence/two.py": "import labharness.evidence.one",
        },
    ),
    ("pages", {"labharness/gui/planted.py": "import pypdfium2"}),
    ("qt", {"labharness/app/planted.py": "import PySide6.QtCore"}),
    ("qt", {"reports/planted.py": "import pyqtgraph"}),
    ("usb", {"labharness/devices/planted.py": "import usb.core"}),
    ("usb", {"device_adapters/planted.py": "import libusb_package"}),
    ("serial", {"labharness/devices/planted.py": "import serial"}),
    ("database", {"labharness/app/planted.py": "import sqlalchemy"}),
    ("database", {"labharness/filings/entries/planted.py": "def late():\n    import alembic"}),
    ("database", {"reports/planted.py": "import psycopg"}),
    ("pdf", {"labharness/analysis/planted.py": "import reportlab.pdfgen"}),
    ("pdf", {"labharness/app/planted.py": "import pikepdf"}),
    ("pdf", {"labharness/gui/planted.py": "import pyhanko"}),
]


def linted(tree: Path) -> str:
    """Return what import-linter reports of a tree."""
    command = "from importlinter.cli import lint_imports_command as lint; lint()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-logo", "--no-cache"],
        cwd=tree,
        env=os.environ | {"COLUMNS": "500", "PYTHONPATH": str(tree), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    states = {
        key: re.search(rf"{re.escape(name)} (KEPT|BROKEN)", done.stdout) for key, name in CONTRACTS.items()
    }
    assert all(states.values()), done.stdout + done.stderr
    assert (done.returncode != 0) == any(state[1] == "BROKEN" for state in states.values() if state)
    return done.stdout


def copied(folder: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def numbered(number: int, text: str) -> str:
    """Give what is planted a name of its own, so that all of it stands in one tree."""
    return re.sub(r"\b(planted|one|two)\b", rf"\1_{number}", text)


@pytest.fixture(scope="module")
def sections(tmp_path_factory):
    """What import-linter says under each contract, by its id, of a tree with everything planted."""
    tree = copied(tmp_path_factory.mktemp("planted"))
    for number, (_, files) in enumerate(VIOLATIONS):
        for name, source in files.items():
            with (tree / numbered(number, name)).open("a", encoding="utf-8") as module:
                module.write(f"\n{numbered(number, source)}\n")
    report = linted(tree)
    parts = {key: report.partition(f"\n{name}\n{'-' * len(name)}\n")[2] for key, name in CONTRACTS.items()}
    heads = "|".join(re.escape(name) for name in CONTRACTS.values())
    return {key: re.split(rf"(?m)^(?:{heads})$", part)[0] for key, part in parts.items()}


@pytest.mark.long
def test_every_contract_is_kept():
    """As make lint says."""
    assert "BROKEN" not in linted(ROOT)


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "contract", "files"),
    [(number, *violation) for number, violation in enumerate(VIOLATIONS)],
    ids=[f"{key}-{next(iter(files))}" for key, files in VIOLATIONS],
)
def test_a_planted_violation_is_named_under_its_contract(sections, number, contract, files):
    module = Path(numbered(number, next(iter(files)))).stem

    assert re.search(rf"\.{module}\b", sections[contract])


def test_every_contract_has_a_planted_violation():
    assert {contract for contract, _ in VIOLATIONS} == set(CONTRACTS)
