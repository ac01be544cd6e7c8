"""Suites: every packaged one fits its checks, and what is wrong with one is said."""

import hashlib
from pathlib import Path

import pytest

from labharness.app.analyse import SUITES
from labharness.app.discovery import discover
from labharness.errors import PlanError
from labharness.plans.suite import find_suite, packaged_suites

NAMES = sorted(packaged_suites())
GOOD = """
schema = 1
id = "mine"
version = 3
title = "Mine"
purpose = "To see."
observes = "draw"

[[checks]]
check = "frequency"
"""


@pytest.mark.parametrize("name", NAMES)
def test_a_packaged_suite_fits_its_checks(name):
    found = find_suite(name)
    suite, catalogue = found.suite, discover()
    assert suite.id == name
    assert suite.purpose.endswith(".")
    assert found.sha256 == hashlib.sha256(packaged_suites()[name].read_bytes()).hexdigest()
    for one in suite.checks:
        assert suite.observes in catalogue.check_info(one.check).observes
        catalogue.build(one.planned)
    assert any(one.role == "required" for one in suite.checks)


def test_whatever_a_file_holds_has_its_suite():
    for observes, name in SUITES.items():
        assert find_suite(name).suite.observes is observes.kind


def test_a_suite_may_be_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD)
    found = find_suite(str(path))
    assert (found.suite.id, found.suite.version) == ("mine", 3)
    (planned,) = (one.planned for one in found.suite.checks)
    assert (planned.id, planned.check, planned.role, planned.parameters) == (
        "frequency",
        "frequency",
        "required",
        {},
    )
    assert found.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("schema = 1", "schema = 2", "mine.toml: schema: write 1 (got 2)."),
        ('observes = "draw"', 'observes = "bits"', "mine.toml: observes: choose one of"),
        ('purpose = "To see."', "", "mine.toml: purpose: it is missing; add it."),
        ("[[checks]]", "[[tests]]", "mine.toml: checks: it is missing; add it."),
        (
            'check = "frequency"',
            'check = "frequency"\nstage = "x"',
            "mine.toml: checks 1.stage: there is no such key here; correct its name",
        ),
        (
            'check = "frequency"',
            'check = "frequency"\n[[checks]]\ncheck = "frequency"',
            "mine.toml: the file: frequency occurs twice; give each its own id",
        ),
        ("schema", "schema =", "mine.toml: this is not TOML"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_key(tmp_path, old, new, says):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace(old, new))
    with pytest.raises(PlanError) as refused:
        find_suite(str(path))
    assert says in str(refused.value)


def test_an_unknown_suite_names_those_there_are(tmp_path):
    with pytest.raises(PlanError, match=rf"Suite 'nonsense' is not known; .* {', '.join(NAMES)}"):
        find_suite("nonsense")
    with pytest.raises(PlanError, match="cannot be read"):
        find_suite(str(Path(tmp_path) / "missing.toml"))


def test_the_document_names_every_suite_and_shows_one(tmp_path):
    text = (Path(__file__).parents[2] / "docs" / "analyse.md").read_text("utf-8")
    assert all(f"| `{name}` |" in text for name in NAMES)
    shown = text[text.index("    schema = 1") : text.index("Choose the suite")]
    path = tmp_path / "mine.toml"
    path.write_text("\n".join(line.removeprefix("    ") for line in shown.splitlines()), encoding="utf-8")
    suite = find_suite(str(path)).suite
    assert [one.planned.id for one in suite.checks] == ["frequency", "gaps-of-the-low-half"]
    for one in suite.checks:
        discover().build(one.planned)
