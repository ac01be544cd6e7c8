"""Rules of the house that no linter knows."""

import ast
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

import labharness
from tests.support.parsed import nodes, parsed

ROOT = Path(__file__).parents[2]
PACKAGES = ("labharness", "device_adapters", "reports", "test_plans")
MODULES = sorted(
    path.relative_to(ROOT).as_posix() for name in PACKAGES for path in (ROOT / name).rglob("*.py")
)
MAX_LINES = 600
# A name that says nothing collects everything.
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "manager", "managers", "base", "common", "misc"}
# Top-level paths of one machine; spelled so that this file does not name them itself.
MACHINE_PATHS = [f"/{folder}/".encode() for folder in ("work", "tmp", "root")]


def project_files() -> list[str]:
    """Files of the project: tracked, or new and not ignored."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout
    return sorted(name for name in listed.split("\0") if name and (ROOT / name).is_file())


def test_modules_are_at_most_600_lines():
    lines = {module: len((ROOT / module).read_text("utf-8").splitlines()) for module in MODULES}

    assert {module: count for module, count in lines.items() if count > MAX_LINES} == {}


def test_modules_and_folders_are_named_for_what_they_hold():
    assert [module for module in MODULES if EMPTY_NAMES & set(Path(module).with_suffix("").parts)] == []


def test_every_folder_with_modules_is_a_package():
    folders = {(ROOT / module).parent for module in MODULES}

    assert [str(folder) for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_plans_are_data():
    code = [module for module in MODULES if module.startswith("test_plans/")]

    assert {Path(module).name for module in code} == {"__init__.py"}
    for module in code:
        (statement,) = parsed((ROOT / module).read_text("utf-8")).body
        assert isinstance(statement, ast.Expr)
        assert isinstance(statement.value, ast.Constant)


@pytest.mark.parametrize("path", MACHINE_PATHS, ids=[path.decode() for path in MACHINE_PATHS])
def test_no_file_names_a_machine(path):
    assert [name for name in project_files() if path in (ROOT / name).read_bytes()] == []


def test_lock_files_name_hashes_and_no_addresses():
    for name in ("requirements.lock", "requirements-dev.lock"):
        lock = (ROOT / name).read_text("utf-8")
        assert "--hash=sha256:" in lock
        assert "://" not in lock
        assert "index-url" not in lock


def test_every_python_has_the_same_version_of_a_package():
    """Other versions for newer Pythons give other numbers, and other types that mypy refuses there."""
    for name in ("requirements.lock", "requirements-dev.lock"):
        lock = (ROOT / name).read_text("utf-8")
        packages = re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)
        assert [each for each, times in Counter(packages).items() if times > 1] == []


def test_the_top_level_is_the_fixed_one():
    files = {"pyproject.toml", "requirements.lock", "requirements-dev.lock", "README.md", "LICENSE"}
    allowed = {*PACKAGES, "tests", "docs", "benchmarks", "CHANGELOG.md", "Makefile", *files}

    top = {name.split("/")[0] for name in project_files()}
    # Files and folders of tools begin with a dot.
    assert {name for name in top if not name.startswith(".")} <= allowed


def test_ci_runs_the_gates_on_every_python_that_is_supported():
    workflow = (ROOT / ".github" / "workflows" / "gates.yml").read_text("utf-8")
    project = (ROOT / "pyproject.toml").read_text("utf-8")

    assert re.search(r"run: (\S+)", workflow)[1] == ".ci/run"
    assert set(re.findall(r'"(3\.\d+)"', workflow)) == set(re.findall(r"Python :: (3\.\d+)", project))


def test_the_modules_that_a_page_names_by_their_path_are_there():
    files = project_files()
    pages = [name for name in files if re.fullmatch(r"docs/(?!adding-).*\.md", name)]
    named = [
        (page, module)
        for page in pages
        for module in re.findall(r"`((?:\w+/)+\w+\.py)\b", (ROOT / page).read_text("utf-8"))
    ]
    ends = tuple(f"/{name}" for name in files)

    assert len(named) > 50
    assert [each for each in named if not any(name.endswith(f"/{each[1]}") for name in ends)] == []


def test_a_release_of_the_changelog_is_short_and_the_newest_is_the_version():
    parts = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    releases = [part.split(" ", 1)[0] for part in parts]

    assert releases[0] == labharness.__version__
    assert {
        name: lines
        for name, part in zip(releases, parts, strict=True)
        if (lines := len(part.splitlines())) > 60
    } == {}


def test_tests_share_through_their_package_and_leave_the_path_alone():
    tests = [name for name in project_files() if name.startswith("tests/") and name.endswith(".py")]
    changed = "sys." + "path"

    assert [name for name in tests if changed in (ROOT / name).read_text("utf-8")] == []
    shared = {name for name in tests if not Path(name).name.startswith(("test_", "conftest"))}
    programs = {
        "tests/devices/usb/usbfs_barred.py",
        "tests/devices/usb/usbfs_client.py",
        "tests/devices/usb/usbfs_mock.py",
        "tests/filings/store/writer.py",
        "tests/gui/run/bench_writer.py",
        "tests/gui/window_to_kill.py",
    }
    assert {name for name in shared if not name.startswith("tests/support/")} == programs


ACROSS = {"architecture", "contracts", "golden", "goldens", "kernel", "packaging", "released", "support"}
"""Folders of tests that concern the whole product, or its tests."""


def test_tests_stand_in_folders_named_as_those_of_the_product():
    tests = [Path(name) for name in project_files() if re.match(r"tests/.*test_\w+\.py", name)]
    folders = {test.parent for test in tests}
    mirrored = {folder.relative_to("tests") for folder in folders} - set(map(Path, ACROSS))
    top = {
        folder for folder in mirrored if folder.parts and folder.parts[0] in ("device_adapters", "reports")
    }
    lost = [folder for folder in mirrored - top if not (ROOT / "labharness" / folder).is_dir()]
    assert len(mirrored) > 40
    assert sorted(map(str, lost)) == []


def imported(file):
    """Names of the packages at the top that a file imports."""
    for node in nodes((ROOT / file).read_text("utf-8")):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.partition(".")[0]


def test_no_file_of_the_product_imports_tests():
    assert [name for name in MODULES if "tests" in imported(name)] == []


def test_every_decision_is_listed_under_its_title():
    records = ROOT / "docs" / "decisions"
    titles = [
        (path.name, path.read_text("utf-8").partition("\n")[0].removeprefix("# "))
        for path in sorted(records.glob("[0-9]*.md"))
    ]
    listed = [f"- [{title[:4]}]({name}){title[4:]}" for name, title in titles]

    assert [name for name, title in titles if title[:6] != f"{name[:4]}: "] == []
    assert [
        row for row in (records / "README.md").read_text("utf-8").splitlines() if row.startswith("-")
    ] == listed
