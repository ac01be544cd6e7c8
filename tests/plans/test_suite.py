"""Suites: every packaged one fits its checks, and what is wrong with one is said."""

import errno
import hashlib
import os
from pathlib import Path

import pytest

from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.file_analysis import SUITES
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.plans.frozen import find_plan, freeze
from labharness.plans.plan import Acquire
from labharness.plans.suite import find_suite, packaged_suites, small_plan

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


def test_a_packaged_suite_fits_its_checks_and_whatever_a_file_holds_has_one():
    for name in NAMES:
        file = find_suite(name)
        suite, catalog = file.suite, discover()
        assert suite.id == name, name
        assert suite.purpose.endswith("."), name
        assert file.sha256 == hashlib.sha256(packaged_suites()[name].read_bytes()).hexdigest(), name
        for check in suite.checks:
            assert suite.observes in catalog.check_info(check.check).observes, name
            catalog.build(check.planned)
        assert any(check.role == "required" for check in suite.checks), name
    for observes, name in SUITES.items():
        assert find_suite(name).suite.observes is observes.kind


@pytest.mark.parametrize(
    ("old", "new", "key", "code"),
    [
        ("schema = 1", "schema = 2", "schema", Inputs.NOT_A_CHOICE),
        ('observes = "draw"', 'observes = "bits"', "observes", Inputs.NOT_A_CHOICE),
        ('purpose = "To see."', "", "purpose", Inputs.KEY_MISSING),
        ("[[checks]]", "[[tests]]", "checks", Inputs.KEY_MISSING),
        ('check = "frequency"', 'check = "frequency"\nstage = "x"', "checks 1.stage", Inputs.KEY_UNKNOWN),
        ('check = "frequency"', 'check = "frequency"\n[[checks]]\ncheck = "frequency"', "", Inputs.TWICE),
        ("schema", "schema =", "", Inputs.NOT_TOML),
    ],
)
def test_what_is_wrong_is_said_with_file_and_key(tmp_path, old, new, key, code, mistakes):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace(old, new))
    place, reason = mistakes(find_suite, str(path))[0]
    assert place == (f"mine.toml: {key}" if key else "mine.toml")
    assert reason.is_a(code)


def test_a_suite_may_be_a_file_and_an_unknown_one_names_those_there_are(tmp_path, mistakes):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD)
    file = find_suite(str(path))
    assert (file.suite.id, file.suite.version) == ("mine", 3)
    (planned,) = (check.planned for check in file.suite.checks)
    assert (planned.id, planned.check, planned.role, planned.parameters) == (
        "frequency",
        "frequency",
        "required",
        {},
    )
    assert file.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    unknown = Inputs.UNKNOWN(what=Noun.SUITE, name="nonsense", known=tuple(NAMES))
    assert mistakes(find_suite, "nonsense") == [("", unknown)]
    missing = str(tmp_path / "missing.toml")
    assert mistakes(find_suite, missing) == [
        ("", Inputs.FILE_UNREADABLE(path=missing, why=os.strerror(errno.ENOENT)))
    ]


def test_the_document_names_every_suite_and_shows_one(tmp_path):
    text = (Path(__file__).parents[2] / "docs" / "analyze.md").read_text("utf-8")
    assert all(f"| `{name}` |" in text for name in NAMES)
    shown = text[text.index('    schema = 1\n    id = "mine"') : text.index("Choose the suite")]
    path = tmp_path / "mine.toml"
    path.write_text("\n".join(line.removeprefix("    ") for line in shown.splitlines()), encoding="utf-8")
    suite = find_suite(str(path)).suite
    assert [check.planned.id for check in suite.checks] == ["frequency", "gaps-of-the-low-half"]
    for check in suite.checks:
        discover().build(check.planned)


@pytest.mark.parametrize(
    "plan", ["pai-gow-poker-645a-starting-position", "pai-gow-poker-645a-computerized-rng"]
)
def test_the_health_of_a_source_goes_with_its_stage(plan):
    whole = freeze(find_plan(plan)[0], plan).plan
    watched = {
        stage.name: stage.health for stage in whole.stages if isinstance(stage, Acquire) and stage.health
    }
    assert watched
    content = small_plan(plan, {}, without=watched)
    assert b"[stages.health]" not in content
    cut = freeze(content, plan).plan
    assert [stage.name for stage in cut.stages] == [
        stage.name for stage in whole.stages if stage.name not in watched
    ]
    kept = freeze(small_plan(plan, {}), plan).plan
    assert {stage.name: stage.health for stage in kept.stages if stage.name in watched} == watched
