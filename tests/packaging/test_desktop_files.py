"""What a desktop and an installer read of the program: valid, and in step with it."""

import configparser
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from labharness import __version__

ROOT = Path(__file__).parents[2]
DESKTOP = ROOT / "labharness" / "gui" / "desktop"
PACKAGING = ROOT / "docs" / "packaging"


HOMELESS = "url-homepage-missing"
"""The product has no page of its own on the web, which newer programs miss."""


def checked_by(*command):
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(list(map(str, command)), capture_output=True, encoding="utf-8", check=False)
    splitlines = [line.strip() for line in done.stdout.splitlines()]
    wrong = [line for line in splitlines if line.startswith(("E:", "W:")) and HOMELESS not in line]
    assert wrong == []
    assert done.returncode == 0 or any(HOMELESS in line for line in splitlines), done.stdout + done.stderr


def test_the_entry_of_the_menu_is_valid_and_starts_the_window():
    checked_by("desktop-file-validate", DESKTOP / "labharness.desktop")
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(DESKTOP / "labharness.desktop", encoding="utf-8")
    result = entry["Desktop Entry"]
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["gui-scripts"]

    assert result["Exec"].split() == [*scripts, "%u"]
    assert result["MimeType"] == "x-scheme-handler/labharness;"
    assert (DESKTOP / f"{result['Icon']}.svg").is_file()


def test_the_metadata_are_valid_and_of_this_version():
    checked_by("appstreamcli", "validate", "--no-net", DESKTOP / "labharness.metainfo.xml")
    tree = ET.parse(DESKTOP / "labharness.metainfo.xml")

    assert tree.find("releases/release").get("version") == __version__
    assert tree.findtext("launchable") == "labharness.desktop"


def test_the_icons_are_of_every_size_that_windows_shows():
    with Image.open(DESKTOP / "labharness.ico") as icon:
        assert {(16, 16), (32, 32), (48, 48), (256, 256)} <= icon.info["sizes"]


def test_the_installer_for_windows_names_files_that_exist_and_says_that_it_is_untried():
    script = (PACKAGING / "labharness.iss").read_text("utf-8")
    builder = (PACKAGING / "windows.ps1").read_text("utf-8")

    for name in re.findall(r"^(?:LicenseFile|SetupIconFile)=(.+)$", script, re.MULTILINE):
        assert (PACKAGING / name.replace("\\", "/")).is_file(), name
    assert 'Subkey: "Software\\Classes\\labharness\\shell\\open\\command"' in script
    assert "{group}\\labharness" in script
    for text in (script, builder):
        assert "UNTRIED" in text
        assert "not signed" in text
    for name in re.findall(r"docs\\packaging\\([\w.-]+)", builder):
        assert (PACKAGING / name).is_file(), name
    assert "selftest --only reference" in builder


def test_the_shell_script_is_one():
    subprocess.run(["sh", "-n", str(PACKAGING / "install.sh")], check=True)
