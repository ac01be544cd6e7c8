"""make test installs the packages that it may, leaves out what lacks the others, and names them; a shell's background disturbs no test."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import without_packages

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform == "win32" or not shutil.which("make"), reason="needs make")
PROGRAMS = {
    "dpkg-query": "test -e $HERE/done && echo installed",
    "apt-cache": "exit 0",
    "apt-get": 'echo "$*" >> $HERE/calls; test "$1" != install || touch $HERE/done',
    "id": "echo $ACCOUNT",
    "sudo": 'echo "sudo $*" >> $HERE/calls; test $MAY = yes && shift && "$@"',
}
"""A computer that lacks all packages until they are installed."""


@pytest.fixture
def make(tmp_path):
    for name, body in PROGRAMS.items():
        file = tmp_path / name
        file.write_text(f"#!/bin/sh\nHERE={tmp_path}\n{body}\n", "utf-8")
        file.chmod(0o755)

    def run(target, *, account, may="no"):
        around = {
            name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))
        }
        around |= {"PATH": f"{tmp_path}:{os.environ['PATH']}", "ACCOUNT": str(account), "MAY": may}
        done = subprocess.run(
            ["make", "-C", ROOT, target], env=around, capture_output=True, encoding="utf-8", check=False
        )
        calls = tmp_path / "calls"
        return done, calls.read_text("utf-8").splitlines() if calls.exists() else []

    return run


@pytest.mark.parametrize(
    ("target", "account", "may", "programs"),
    [
        ("packages", 0, "no", "update install"),
        ("packages", 1000, "yes", "sudo sudo update sudo install"),  # one that asks for nothing
        ("packages", 1000, "no", "sudo"),
        ("packages-where-allowed", 1000, "no", "sudo"),
    ],
)
def test_whoever_may_installs_what_is_missing(make, target, account, may, programs):
    done, calls = make(target, account=account, may=may)
    refused = programs == "sudo" and target == "packages"

    assert done.returncode == (2 if refused else 0), done.stderr
    assert [call.split()[0] for call in calls] == programs.split()
    assert calls[:1] == ["sudo -n true"] if account else "poppler-utils" in calls[-1].split()
    assert ("sudo apt-get install -y" in done.stderr) is refused


def without(packages, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.without_packages", "-p", "no:cacheprovider", *arguments],
        cwd=ROOT,
        env=os.environ | {"MISSING_DEBIAN_PACKAGES": packages},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout.splitlines()


def test_what_lacks_a_package_or_qt_is_left_out_and_named_and_the_rest_runs(monkeypatch):
    code, lines = without(
        "xdotool umockdev libegl1 Qt",
        "tests/devices/test_usb_umockdev.py",
        "tests/test_reason.py",
        "-k",
        "may_not_be_opened or reason",
        "-p",
        "no:pytest-qt",
    )

    assert code == 0
    assert lines[-2] == "sudo apt-get install -y libegl1 umockdev xdotool"
    assert any("test_a_device_that_may_not_be_opened" in line for line in lines)
    assert any(line.startswith("tests/gui: ") for line in lines)
    monkeypatch.setenv(without_packages.MISSING, "libegl1 Qt")
    assert without_packages.pytest_ignore_collect(ROOT / "tests" / "gui")
    assert not without_packages.pytest_ignore_collect(ROOT / "tests" / "plans")


def test_an_interrupt_that_the_shell_ignores_reaches_a_test():
    code = "import os, signal, tests.conftest; os.kill(os.getpid(), signal.SIGINT)"
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.PIPE, check=False)
    finally:
        signal.signal(signal.SIGINT, before)

    assert b"KeyboardInterrupt" in done.stderr


def test_the_gates_of_ci_type_the_product_for_windows_too_and_those_at_hand_once():
    (line,) = [
        line
        for line in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
        if line.startswith("make packages")
    ]
    typed = {target: _would_run(target).count("-m mypy") for target in line.split()[1:]}

    assert typed == {"packages": 0, "windows": 1, "test": 1}
    assert "--platform win32" in _would_run("windows")
    assert _would_run("lint").count("-m mypy") == 1
    assert "apt-get" not in _would_run("check")


def _would_run(target):
    around = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    words = ["make", "-C", ROOT, "--dry-run", target]
    return subprocess.run(words, env=around, capture_output=True, encoding="utf-8", check=True).stdout
