from importlib import resources
from pathlib import Path

import reports
from labharness.reporting.layout import read_layout

FOLDER = Path(reports.__file__).parent


def test_every_section_file_stands_in_the_layout_once():
    files = {file.stem for file in FOLDER.glob("*.py")} - {"__init__"}
    named = [section.name for section in read_layout().sections]

    assert sorted(named) == sorted(files)


def test_fonts_are_packaged_with_their_licence():
    fonts = resources.files("reports").joinpath("fonts")
    files = {file.name: len(file.read_bytes()) for file in fonts.iterdir()}

    assert "SIL OPEN FONT LICENSE" in fonts.joinpath("OFL.txt").read_text("utf-8")
    assert {name.rsplit(".")[-1] for name in files} == {"ttf", "txt"}
    assert sum(files.values()) < 3_000_000
