"""The one-folder bundle works by itself: the command line, the published numbers, a run in a process of its own, the window.

``make package`` names the bundle; nothing here uses this checkout's modules.
"""

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from labharness import __version__
from tests.support.window.display import display

BUNDLE = os.environ.get("LABHARNESS_BUNDLE", "")
PATIENCE_S = 300
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bundle():
    assert BUNDLE, "Name the folder of the bundle: make package does it."
    return Path(BUNDLE)


@pytest.fixture
def workspace(bundle, tmp_path):
    run(bundle / "labharness", "init", tmp_path / "a workspace")
    return tmp_path / "a workspace"


def clean(**more):
    """An environment without this interpreter's own settings; an empty value leaves a variable out."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL_ENV", "LD_"))
    }
    return {name: value for name, value in {**kept, **more}.items() if value}


def run(*command, code=0, **more):
    done = subprocess.run(
        [str(word) for word in command],
        env=clean(**more),
        cwd="/",
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S * 3,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_it_says_its_version_and_is_content_with_the_computer(bundle, workspace):
    assert run(bundle / "labharness", "--version").strip() == f"labharness {__version__}"
    text = json.loads(run(bundle / "labharness", "doctor", "-w", workspace, "--json"))
    assert [each for each in text if each["needed"] and not each["good"]] == []


def test_it_has_the_sources_the_published_numbers_its_plans_and_its_manual(bundle, tmp_path):
    from labharness.app.plug_ins.plug_in_files import files_sha256

    assert json.loads(run(bundle / "labharness", "about", "--json"))["labharness_sha256"] == files_sha256()
    run(bundle / "labharness", "selftest", "--only", "reference", "--out", tmp_path)
    assert (tmp_path / "validation.json").is_file()
    assert len(json.loads(run(bundle / "labharness", "plans", "list", "--json"))) > 20
    pages = json.loads(run(bundle / "labharness", "manual", "preflight", "--json"))
    assert Path(pages[0]["file"]).is_relative_to(bundle)


def test_it_starts_runs_in_processes_of_its_own(bundle, workspace):
    """The demonstration of the bundle: devices, benches and runners are programs of the bundle."""
    run(bundle / "labharness", "demo", "--workspace", workspace.with_name("demo"))

    assert (workspace.with_name("demo") / "reports" / "demo-1-s1" / "SPECIMEN.pdf").is_file()


def test_its_window_opens_under_x11_and_takes_an_address(bundle, workspace, tmp_path):
    with display() as screen:
        around = {
            "DISPLAY": screen.name,
            "WAYLAND_DISPLAY": "",
            "QT_QPA_PLATFORM": "",
            "XDG_CONFIG_HOME": str(tmp_path),
        }
        text = json.loads(run(bundle / "labharness", "doctor", "-w", workspace, "--json", **around))
        (window,) = [each for each in text if each["what"] == "Window"]
        assert window["good"], window
        with (tmp_path / "said").open("wb") as words:
            window = [str(bundle / "labharness-gui"), "--workspace", str(workspace)]
            place = {"env": clean(**around), "cwd": "/"}
            first = subprocess.Popen(window, stderr=words, **place)
            try:
                until = time.monotonic() + PATIENCE_S
                begun = time.monotonic()
                while time.monotonic() < until:
                    assert first.poll() is None, (tmp_path / "said").read_text()
                    # Only a window that answers takes an address from a second start, which then ends.
                    try:
                        second = subprocess.run(
                            [*window, "labharness:/help"], timeout=20, check=False, **place
                        )
                    except subprocess.TimeoutExpired:
                        continue
                    if second.returncode == 0 and time.monotonic() - begun > 2:
                        break
                assert first.poll() is None
            finally:
                first.send_signal(signal.SIGTERM)
                first.wait(PATIENCE_S)
    assert (tmp_path / "said").read_text(errors="replace") == ""


def test_it_comes_into_the_menu_and_goes_again(bundle, tmp_path):
    moved = tmp_path / 'a "folder" of $5 & 100%'
    moved.mkdir()
    for name in ("install.sh", "_internal/labharness/gui/desktop"):
        source, target = bundle / name, moved / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy2)(source, target)
    home = {"HOME": str(tmp_path / "home"), "XDG_DATA_HOME": ""}

    run(moved / "install.sh", **home)

    entry = tmp_path / "home/.local/share/applications/labharness.desktop"
    run("desktop-file-validate", entry)
    line = next(line for line in entry.read_text("utf-8").splitlines() if line.startswith("Exec="))
    assert "100%%" in line
    assert line.endswith('/labharness-gui" %u')
    run(moved / "install.sh", "--remove", **home)
    assert not entry.exists()
