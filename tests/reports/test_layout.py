from importlib import resources
from pathlib import Path

import pytest

import reports
from labharness.reporting.layout import read_layout

FOLDER = Path(reports.__file__).parent
# The validation file is no report of a run; its sections stand with what measures.
LAYOUTS = {
    file.name: read_layout(name=file.name)
    for file in sorted(FOLDER.glob("*.toml"))
    if b"[[sections]]" in file.read_bytes() and file.name != "validation.toml"
}


def test_every_section_file_stands_in_a_layout():
    files = {file.stem for file in FOLDER.glob("*.py")} - {"__init__"}
    named = {section.name for layout in LAYOUTS.values() for section in layout.sections}

    assert sorted(named) == sorted(files)


@pytest.mark.parametrize("name", LAYOUTS)
def test_no_layout_names_a_section_twice(name):
    named = [section.name for section in LAYOUTS[name].sections]

    assert len(set(named)) == len(named)


def test_fonts_are_packaged_with_their_license():
    fonts = resources.files("reports").joinpath("fonts")
    files = {file.name: len(file.read_bytes()) for file in fonts.iterdir()}

    assert "SIL OPEN FONT LICENSE" in fonts.joinpath("OFL.txt").read_text("utf-8")
    assert {name.rsplit(".")[-1] for name in files} == {"ttf", "txt"}
    assert "Apache License" in fonts.joinpath("LICENSE-Apache-2.0.txt").read_text("utf-8")
    assert sum(files.values()) < 5_000_000
