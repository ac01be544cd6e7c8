"""The statistics manual lists every check, in the check's own words."""

import re
from pathlib import Path

import pytest

import labharness.checks
from labharness.analysis.sampling.check import INFO, info_of
from labharness.app.discovery import modules

MANUAL = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text(encoding="utf-8")
ROWS = {
    cells[0]: cells[1:]
    for line in re.findall(r"^\| `(.*) \|$", MANUAL, re.MULTILINE)
    if len(cells := line.replace("`", "", 1).split(" | ")) == 6
}
INFOS = {
    info_of(value).name: info_of(value)
    for module in modules(labharness.checks)
    for value in vars(module).values()
    if isinstance(value, type) and INFO in vars(value)
}


def test_every_check_has_one_row():
    assert sorted(ROWS) == sorted(INFOS)
    assert all(len(re.findall(rf"^\| `{name}` \|", MANUAL, re.MULTILINE)) == 1 for name in INFOS)


@pytest.mark.parametrize("name", INFOS)
def test_the_row_says_what_the_check_says(name):
    info = INFOS[name]
    reads, hypothesis, law, least, source = ROWS[name]
    assert reads == ", ".join(sorted(info.observes))
    assert hypothesis == info.hypothesis
    assert source == info.reference
    assert law.strip()
    assert least.strip()
    assert info.counting == law.startswith("counting")
