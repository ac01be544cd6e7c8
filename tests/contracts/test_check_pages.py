"""Every check of outcomes has a page of the manual, for the rule names tests and defines none."""

import re
from dataclasses import fields

import labharness.checks
from labharness.analysis.sampling.check import info_of
from labharness.app.plug_ins.discovery import names
from labharness.model.observations import Kind
from tests.support import manual

CLASSES = {name: check for name, check in manual.CLASSES.items() if Kind.DRAW in info_of(check).observes}
FOLDER = manual.PAGES
PAGES = sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "README")


def test_pages_define_the_checks_and_their_parameters():
    for name, cls in CLASSES.items():
        text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
        assert text.splitlines()[0].endswith(f"(`{name}`)")
        parts = dict(re.findall(r"^## (.*?)\n\n(.*?)(?=\n## |\Z)", text, re.MULTILINE | re.DOTALL))
        assert list(parts) == manual.HEADINGS, name
        assert all(part.strip() for part in parts.values()), name
        assert all(re.search(rf"`{field.name}\b", text) for field in fields(cls)), name


def test_check_names_in_pages_exist():
    known = set(names(labharness.checks))
    for name in PAGES:
        text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
        assert set(re.findall(r"`([a-z]+_[a-z_]+)`", text)) <= known, name


def test_the_pages_define_every_test_of_the_rule():
    index = manual.INDEX.read_text(encoding="utf-8")
    assert {int(number) for number in re.findall(r"^\| \((\d+)\)", index, re.MULTILINE)} == set(range(1, 16))
    assert set(CLASSES) <= set(PAGES)


def test_every_check_is_taken_by_a_plan_or_a_suite_or_says_what_it_is_for():
    files = (FOLDER.parents[1] / "test_plans").rglob("*.toml")
    composed = (FOLDER.parents[1] / "labharness" / "plans" / "filling.py").read_text("utf-8")
    taken = " ".join([composed, *(file.read_text("utf-8") for file in files)])

    for name, check in manual.CLASSES.items():
        says = "laboratory's own plan" in " ".join((check.__doc__ or "").split())
        assert says is not (f'"{name}"' in taken), name
