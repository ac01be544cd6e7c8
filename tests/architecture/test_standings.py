"""A verdict is worded with its qualifiers: by one value, one phrase and one component of each medium."""

import ast
from collections.abc import Iterator

from labharness.model.results import Outcome
from tests.support.parsed import house, nodes

MODULES = house("labharness", "reports")
DRAWING = ("labharness/acts/", "labharness/gui/", "labharness/cli/", "labharness/reporting/", "reports/")
"""Where verdicts are shown to people."""
VERDICTS = {"outcome", "verdict"}
WORDS = {each.value for each in Outcome}
PARTS = {
    "labharness/acts/compare.py": "checks, below the verdicts of both runs",
    "labharness/acts/evaluate.py": "decisions, above the standing",
    "labharness/acts/plan_results.py": "samples of a claimed fault, of no run",
    "labharness/acts/report.py": "JSON, beside the standing",
    "labharness/acts/show.py": "decisions, below the standing",
    "labharness/acts/demo.py": "JSON, beside the standing",
    "labharness/gui/results/run_tabs.py": "checks, in a chart with its stamp",
    "labharness/gui/runs/run_rows.py": "checks, below the standing",
    "labharness/reporting/build.py": "XMP, which declares qualifiers of its own",
    "labharness/reporting/documents/validation.py": "a selftest of the product, of no device",
    "labharness/reporting/registered.py": "decisions, in a report with its banner",
    "labharness/reporting/typography.py": "colors",
    "reports/attempts.py": "decisions of a recorded part, below the standing",
    "reports/clauses.py": "clauses, in a report with its banner",
    "reports/compliance.py": "clauses, in a report with its banner",
    "reports/conformity.py": "the color of the standing, and clauses",
    "reports/deficiency_cover.py": "the color of the standing",
    "reports/findings.py": "stages, in a report with its banner",
    "reports/night_runs.py": "decisions, in a report with its warning",
    "reports/results.py": "decisions, in a report with its banner",
    "reports/run_summary.py": "decisions, in a report with its banner",
    "reports/set_aside.py": "decisions of a recorded part, beside the standing",
}
"""Modules that word what a part came to (a check, stage or clause), and where the reader sees the qualifiers."""


def bare_verdicts(source: str) -> Iterator[int]:
    """Yield the lines that turn a verdict into a word, or name one; the key of a color is none."""
    keys = {
        id(each) for node in nodes(source) if isinstance(node, ast.Subscript) for each in ast.walk(node.slice)
    }
    for node in nodes(source):
        if id(node) in keys:
            continue
        match node:
            case ast.Attribute(attr="value", value=ast.Attribute(attr=name)) if name in VERDICTS:
                yield node.lineno
            case ast.FormattedValue(value=ast.Attribute(attr=name)) if name in VERDICTS:
                yield node.lineno
            case ast.Constant(value=str(word)) if word in WORDS:
                yield node.lineno
            case _:
                pass


def test_a_standing_is_made_by_one_function():
    result = [
        name
        for name, source in MODULES.items()
        for node in nodes(source)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Standing"
    ]
    assert result == ["labharness/model/results.py"]


def test_no_code_draws_a_bare_verdict():
    result = {
        name: lines
        for name, source in MODULES.items()
        if name.startswith(DRAWING) and (lines := sorted(set(bare_verdicts(source))))
    }
    assert {name: lines for name, lines in result.items() if name not in PARTS} == {}
    assert set(PARTS) <= set(result), "what is not needed any more is taken off the list"


def test_a_planted_bare_verdict_is_found():
    for source in (
        "show(run.outcome.value)",
        "f'{run.verdict}'",
        "word = 'INCONCLUSIVE'",
        "one.verdict.value",
    ):
        assert list(bare_verdicts(source)), source
