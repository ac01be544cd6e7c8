"""The wheel holds what git tracks, and works installed, away from the checkout and beside packages of the same names."""

import email
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import typer

from labharness import INSTALLED_LEAVES, LEAVES, __version__
from labharness.app.plug_ins.plug_in_files import files_sha256

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
PACKAGES = ("labharness", *LEAVES)
KERNELS = Path("labharness", "analysis", "laws", "kernels")
MANUAL = "labharness/manual/"
LEFT_OUT = "draws"
"""The family of kernels that the demonstration of the installed wheel compiles itself."""


def run(*command, cwd):
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={key: value for key, value in os.environ.items() if not key.startswith("PYTHON")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Scripts of a virtual environment that holds the wheel; the dependencies are those of this interpreter."""
    folder = tmp_path_factory.mktemp("an environment")
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    run(
        sys.executable, "-m", "pip", "--python", scripts / "python", "install", "--no-deps", wheel, cwd=folder
    )
    site = run(scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder)
    # A path in a .pth file is searched last and its own .pth files, such as that of the checkout, are not read.
    Path(site.strip(), "dependencies.pth").write_text(
        f"{Path(typer.__file__).parents[1]}\n", encoding="utf-8"
    )
    bring_compiled(ROOT / KERNELS, Path(site.strip()) / KERNELS)
    for name in LEAVES:
        plant(Path(site.strip()), name)
    return scripts


def plant(folder, name):
    """Put a package of somebody else, which has one of our names, into a folder."""
    package = folder / name
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('the code of somebody else')\n", encoding="utf-8")


@pytest.fixture
def hostile(tmp_path):
    """A folder that holds packages of our names."""
    for name in LEAVES:
        plant(tmp_path, name)
    return tmp_path


def bring_compiled(old, new):
    """Bring what the checkout has compiled of the same sources, all but one family: all take most of a minute.

    Numba takes up what it finds where the source has the size and the time that it had.
    """
    brought = set()
    for source in old.rglob("*.py"):
        place = new / source.relative_to(old)
        assert source.read_bytes() == place.read_bytes()
        shutil.copystat(source, place)
        for compiled in (source.parent / "__pycache__").glob(f"{source.stem}.*.nb[ic]"):
            if source.stem != LEFT_OUT:
                shutil.copy2(compiled, place.parent / "__pycache__")
                brought.add(source.stem)
    assert len(brought) > 20


def test_the_wheel_holds_exactly_the_files_of_the_packages(wheel):
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *PACKAGES]
    tracked = {name for name in run(*command, cwd=ROOT).split("\0") if name and (ROOT / name).is_file()}
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name and ".data/" not in name}

    inside = {
        name if name.startswith("labharness/") else f"labharness/{INSTALLED_LEAVES}/{name}"
        for name in tracked
    }
    assert {name for name in packed if not name.startswith(MANUAL)} == inside
    assert any(name.endswith(".toml") for name in packed)


def test_the_wheel_adds_one_package_with_license_commands_manual_and_what_a_desktop_reads(wheel):
    with zipfile.ZipFile(wheel) as archive:
        packed = archive.namelist()

        def read(end):
            (name,) = [name for name in packed if name.endswith(end)]
            return archive.read(name)

        own = f"labharness_gaming_laboratory-{__version__}"
        assert {name.partition("/")[0] for name in packed} == {
            *("labharness", f"{own}.dist-info", f"{own}.data")
        }
        assert email.message_from_bytes(read(".dist-info/METADATA"))["Name"] == "labharness-gaming-laboratory"
        assert read("/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
        assert b"labharness = labharness.cli:main" in read("/entry_points.txt")
        assert b"Exec=labharness-gui %u" in read("share/applications/labharness.desktop")
        assert read("hicolor/scalable/apps/labharness.svg")
        pages = json.loads(read(f"{MANUAL}contents.json"))
    assert {f"{MANUAL}images/window-home.png", *(f"{MANUAL}{page['page']}.html" for page in pages)} <= {
        *packed
    }


def test_what_is_installed_answers_from_a_hostile_folder(installed, hostile):
    def answer(*words):
        return run(installed / "labharness", *words, cwd=hostile)

    listing = f"import importlib\nfor name in {PACKAGES}: print(importlib.import_module(name).__file__)"
    places = run(installed / "python", "-c", listing, cwd=hostile).splitlines()
    (page, *_) = json.loads(answer("manual", "preflight", "--json"))

    assert all(Path(place).is_relative_to(installed.parent) for place in (*places, page["file"]))
    assert Path(page["file"]).is_file()
    assert __version__ in answer("--version")
    assert "labharness demo" in answer("demo", "--help")
    assert json.loads(answer("about", "--json"))["labharness_sha256"] == files_sha256()
    assert len(json.loads(answer("plans", "list", "--json"))) > 20
    answer("doctor")


ONE_DEVICE = """
import sys
from labharness.app.demonstration import demo
demo.CASES = tuple(case for case in demo.CASES if case.kind == "rng")
from labharness.cli import main
main(["demo", "--workspace", sys.argv[1]])
"""


@pytest.mark.long
def test_the_demo_of_one_device_works_installed(installed, hostile):
    """Device and bench in processes of their own, two runs, three signatures; ``make soak`` shows all devices."""
    run(installed / "python", "-c", ONE_DEVICE, hostile / "a workspace", cwd=hostile)

    assert_shown(hostile / "a workspace", runs=2)
    # As a module, Python puts the current folder before all others.
    words = ("report", "build", "demo-rng-1", "-w", "a workspace")
    run(installed / "python", "-m", "labharness", *words, cwd=hostile)
    assert list(installed.parent.rglob(f"{KERNELS}/*/__pycache__/{LEFT_OUT}.*.nbi")), (
        "it keeps what it compiled"
    )


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_whole_demo_works_installed(installed, tmp_path):
    run(installed / "labharness", "demo", "--workspace", tmp_path / "a workspace", cwd=tmp_path)

    assert_shown(tmp_path / "a workspace", runs=7)


def assert_shown(workspace, runs):
    reports = workspace / "reports"
    assert len(list(reports.glob("*.pdf"))) == runs
    assert (reports / "demo-1-s1" / "SPECIMEN.pdf").is_file()
