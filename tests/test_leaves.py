"""The packages with general names are ours, whatever lies in the current folder or on the path."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from labharness import LEAVES, LEAVES_HOME


def run(code, folder, **environment):
    options = {"cwd": folder, "env": os.environ | environment, "encoding": "utf-8"}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, **options)


@pytest.fixture
def hostile(tmp_path):
    for name in LEAVES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("print('the code of somebody else')\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize("name", LEAVES)
def test_a_package_in_the_current_folder_or_first_on_the_path_is_not_ours(hostile, name):
    done = run(f"import labharness, {name}; print({name}.__file__)", hostile, PYTHONPATH=str(hostile))
    assert done.stdout.splitlines() == [str(Path(LEAVES_HOME, name, "__init__.py"))], done.stderr


def test_a_package_that_was_imported_first_is_refused(hostile):
    done = run("import reports\nimport labharness", hostile, PYTHONPATH=str(hostile))
    assert done.stderr.splitlines()[-1].startswith(f"ImportError: reports was imported from {hostile}")


def test_ours_may_be_imported_first(tmp_path):
    done = run("import reports, labharness.reporting", tmp_path, PYTHONPATH=LEAVES_HOME)
    assert (done.returncode, done.stderr) == (0, "")
