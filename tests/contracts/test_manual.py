"""The manual lists every check and every act in their own words: ``make manual`` writes its tables."""

from labharness.analysis.sampling.check import info_of
from tests.support.manual import (
    CLASSES,
    COMMANDS,
    IDENTIFIED,
    INDEX,
    KITS,
    REACH,
    STATISTICS,
    acts,
    generators,
    index,
    kits,
    reach,
    statistics,
)


def test_the_tables_are_those_of_what_they_list():
    for page, written in (
        (STATISTICS, statistics),
        (INDEX, index),
        (IDENTIFIED, generators),
        (REACH, reach),
        (COMMANDS, acts),
        (KITS, kits),
    ):
        text = page.read_text(encoding="utf-8")
        assert written(text) == text, "run make manual"


def test_a_row_is_complete():
    for name, cls in CLASSES.items():
        info = info_of(cls)
        cells = (info.hypothesis, info.null_law, info.applies_from, info.reference)
        assert all(cell.strip() and "|" not in cell for cell in cells), name
        assert info.counting == info.null_law.startswith("counting"), name
