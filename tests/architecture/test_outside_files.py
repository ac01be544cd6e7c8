"""A file from outside is read whole only through ``labharness.evidence.outside``, which asks for its size first."""

import ast

from tests.support.parsed import PRODUCT, house, nodes

WHOLE = {"read_text", "read_bytes", "readlines", "readline"}
PARSERS = {("json", "load"), ("tomllib", "load")}
INSTALLED = "files that were installed with the program"
SOURCE = "the program's own source, hashed or listed"
OWN = {
    "labharness/analysis/power/power_table.py": (INSTALLED, 1),
    "labharness/analysis/sampling/files/source.py": ("parts of a file in memory, of a stated length", 2),
    "labharness/app/catalog/odds_cache.py": (SOURCE, 1),
    "labharness/app/catalog/plan_index.py": (INSTALLED, 1),
    "labharness/cli/folder.py": (SOURCE, 1),
    "labharness/app/demonstration/demo.py": (SOURCE, 1),
    "labharness/app/installation/doctor.py": (INSTALLED, 1),
    "labharness/app/manual/building.py": ("the manual's pages, when it is built, and their template", 2),
    "labharness/app/manual/place.py": (INSTALLED, 1),
    "labharness/app/workspace/bundle.py": (INSTALLED, 1),
    "labharness/app/plug_ins/plug_in_files.py": (INSTALLED, 1),
    "labharness/app/workspace/workspace.py": ("/proc/self/mounts", 1),
    "labharness/games/consistency.py": (INSTALLED, 1),
    "labharness/gui/help/help_page.py": (INSTALLED, 1),
    "labharness/gui/kit/layouts.py": (INSTALLED, 1),
    "labharness/language/catalog.py": (INSTALLED, 1),
    "labharness/lazy_names.py": (SOURCE, 1),
    "labharness/app/benches/watchdog.py": ("/proc/PID/statm", 1),
    "labharness/plans/coverage.py": (INSTALLED, 2),
    "labharness/plans/filling.py": (INSTALLED, 1),
    "labharness/plans/suite.py": (INSTALLED, 1),
    "labharness/reason.py": (SOURCE, 1),
    "labharness/reporting/layout.py": (INSTALLED, 1),
    "labharness/reporting/typography.py": (INSTALLED, 2),
    "labharness/signing/archive_conformance.py": ("streams within a PDF that was read", 2),
    "labharness/signing/pdf_comparison.py": ("streams within a PDF that was read", 1),
    "labharness/simulators/firmware.py": (SOURCE, 1),
}
"""Modules that read something else, why, and at how many places."""


def whole_reads(source):
    """Yield the calls that read something to its end, however long it is; those of packaged resources are none."""
    for node in nodes(source):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        owner, name = node.func.value, node.func.attr
        bounded = name == "readline" and node.args
        parsed = isinstance(owner, ast.Name) and (owner.id, name) in PARSERS
        read = (name in WHOLE and not bounded) or parsed
        if read and "resources.files(" not in ast.unparse(owner):
            yield node


def found():
    files = house(*PRODUCT, "test_plans").items()
    return {name: reads for name, source in files if (reads := sum(1 for _ in whole_reads(source)))}


def test_nothing_from_outside_is_read_whole_without_a_limit():
    assert found() == {name: reads for name, (_, reads) in OWN.items()}


def test_what_counts():
    for source, reads in (
        ("path.read_bytes()", 1),
        ("path.read_text(encoding='utf-8')", 1),
        ("json.load(file)", 1),
        ("tomllib.load(file)", 1),
        ("pipe.readline()", 1),
        ("pipe.readline(100)", 0),
        ("resources.files('reports').joinpath('a').read_bytes()", 0),
        ("read_outside(path, SizeLimit.WRITTEN)", 0),
    ):
        assert sum(1 for _ in whole_reads(source)) == reads, (source, reads)
