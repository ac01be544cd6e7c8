"""The import contracts hold, and each of them can break: a violation is planted in a copy of the tree."""

import os
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
    ("floors", {"labharness/analysis/laws/planted.py": "import labharness.analysis.sampling.tally"}),
    ("floors", {"labharness/analysis/sampling/planted.py": "import labharness.analysis.decision.rule"}),
    ("floors", {"labharness/analysis/decision/planted.py": "import labharness.analysis.power.detection"}),
    ("filings", {"labharness/filings/entries/planted.py": "import labharness.filings.store.rules"}),
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
    (
        "cycles",
        {
            "labharness/evidence/one.py": "import labharness.evidence.two",
            "labharness/evidence/two.py": "import labharness.evidence.one",
        },
    ),
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


def broken_contracts(tree: Path) -> set[str]:
    """Ids of the contracts that import-linter finds broken in a tree."""
    command = "from importlinter.cli import lint_imports_command as lint; lint()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-logo", "--no-cache"],
        cwd=tree,
        env=os.environ | {"COLUMNS": "500", "PYTHONPATH": str(tree), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    kept = {key for key, name in CONTRACTS.items() if f"{name} KEPT" in done.stdout}
    broken = {key for key, name in CONTRACTS.items() if f"{name} BROKEN" in done.stdout}
    assert kept | broken == set(CONTRACTS), done.stdout + done.stderr
    assert (done.returncode != 0) == bool(broken)
    return broken


@pytest.fixture
def tree(tmp_path):
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_contract_is_kept():
    assert broken_contracts(ROOT) == set()


@pytest.mark.parametrize(
    ("contract", "files"), VIOLATIONS, ids=[f"{key}-{next(iter(f))}" for key, f in VIOLATIONS]
)
def test_a_planted_violation_breaks_its_contract(tree, contract, files):
    for name, source in files.items():
        with (tree / name).open("a", encoding="utf-8") as module:
            module.write(f"\n{source}\n")

    assert contract in broken_contracts(tree)


def test_every_contract_has_a_planted_violation():
    assert {contract for contract, _ in VIOLATIONS} == set(CONTRACTS)


@pytest.mark.parametrize(
    "module",
    [
        "labharness/gui/planted.py",
        "labharness/devices/usb/planted.py",
        "labharness/filings/store/planted.py",
        "reports/planted.py",
    ],
)
def test_a_library_may_be_imported_where_it_belongs(tree, module):
    owned = {
        "gui": "PySide6.QtCore, pyqtgraph",
        "usb": "usb.core, libusb_package",
        "store": "sqlalchemy, alembic, psycopg",
        "reports": "reportlab, pikepdf",
    }
    (tree / module).write_text(f"import {owned[Path(module).parent.name]}\n", encoding="utf-8")

    assert broken_contracts(tree) == set()
