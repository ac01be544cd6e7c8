"""What the window can do with evidence, files and reports, commands can, and the reverse."""

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest

from labharness.cli import folder
from labharness.gui.analyze.services import AnalyzeServices
from labharness.gui.evidence.services import EvidenceServices
from labharness.gui.reports.services import ReportServices

COMMANDS = Path(find_spec(folder.COMMANDS).origin).parent
HELPERS = COMMANDS.parent
POWERS = {
    "EvidenceServices": {
        "evidence": ("evidence/list", "evidence_of"),
        "folder": ("evidence/records", "any_folder"),
        "about": ("evidence/list", "evidence_of"),
        "browse": ("evidence/records", "LedgerBrowser"),
        "transfers": ("evidence/frames", "transfers"),
        "photograph": ("evidence/photographs", "attachment"),
        "verify": ("verify", "check_folder"),
        "export": ("evidence/export", "export_run"),
        "inspect": ("evidence/inspect", "inspect"),
    },
    "AnalyzeServices": {
        "look": ("analyze", "look_at"),
        "suites": ("analyze", "FileOrder"),
        "analyze": ("analyze", "analyze"),
        "report": ("analyze", "write_report"),
        "submissions": ("submission/list", "open_register"),
        "attach": ("analyze", "attach_analysis"),
    },
    "ReportServices": {
        "reports": ("report/list", "listed_reports"),
        "trust": ("report/list", "trust_of"),
        "verify": ("report/verify", "verify_report"),
        "subjects": ("report/build", "build_submission_report"),
        "build": ("report/build", "build_submission_report"),
        "build_run": ("report/build", "build"),
        "night": ("report/build", "build_night_report"),
        "amend": ("report/amend", "amend_report"),
        "signatories": ("people/list", "open_register"),
        "sign": ("report/sign", "sign_with"),
        "trial_key": ("report/trial_key", "issue_trial_key"),
    },
}
"""Of each service: the command that has the same power, and the function or class that it calls for it."""
GROUPS = ("evidence", "report")


@pytest.mark.parametrize("protocol", [EvidenceServices, AnalyzeServices, ReportServices])
def test_every_power_of_the_window_is_one_of_a_command(protocol):
    powers = POWERS[protocol.__name__]
    methods = {name for name in vars(protocol) if not name.startswith("_")}
    assert powers.keys() == methods
    for command, name in powers.values():
        assert name in _named(COMMANDS / f"{command}.py"), (command, name)


def test_every_command_about_evidence_and_reports_has_its_power_in_the_window():
    known = {command for powers in POWERS.values() for command, _ in powers.values()}
    files = [file for group in GROUPS for file in sorted((COMMANDS / group).glob("*.py"))]
    commands = {f"{file.parent.name}/{file.stem}" for file in files if file.stem != "__init__"}
    assert commands <= known


@pytest.mark.parametrize(
    ("desk", "powers"),
    [
        ("evidence/evidence_desk", "EvidenceServices"),
        ("analyze/analysis_desk", "AnalyzeServices"),
        ("reports/report_desk", "ReportServices"),
    ],
)
def test_the_window_calls_what_the_command_calls(desk, powers):
    root = Path(find_spec("labharness.gui").origin).parent
    named = _named(root / f"{desk}.py")
    elsewhere = {"any_folder", "check_folder", "FileOrder", "evidence_of"}  # which go by another name here
    assert {name for _, name in POWERS[powers].values()} - elsewhere <= named


def _named(file):
    """Return every name that the module of a command imports or reads, and those of what it loads of the command line."""
    tree = ast.parse(file.read_text("utf-8"))
    parts = {
        HELPERS / f"{node.module.rpartition('.')[2]}.py"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("labharness.cli.")
    }
    return _names(tree).union(*(_names(ast.parse(part.read_text("utf-8"))) for part in parts))


def _names(tree):
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    called = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return imported | read | called
