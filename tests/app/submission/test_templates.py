"""The folder of an empty submission: it explains every field, and reads as what it shows."""

import re
import tomllib

import pytest

from labharness.app.submission.templates import write_templates
from labharness.filings.entries.checklist import read_checklist
from labharness.filings.entries.filing import SubmissionKind
from labharness.filings.entries.snapshot import KINDS
from labharness.filings.entries.submission_folder import read_folder
from labharness.language.field_words import words_of
from labharness.model.device import DeviceClass
from labharness.model.field import fields_of
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries, Registers


def test_every_field_is_explained_in_the_words_of_its_form(tmp_path):
    write_templates(tmp_path / "new", "BGLO/2026-0117")
    files = list((tmp_path / "new").glob("*.toml"))
    assert {"filing", "product", "unit", "document"} <= {path.stem for path in files}
    for path in files:
        text = " ".join(path.read_text(encoding="utf-8").replace("\n#", "\n").split())
        for field in fields_of(KINDS[path.stem]):
            assert f"{field.name}: {words_of(field).help}" in text


def test_every_field_stands_there_with_whether_it_is_needed(tmp_path):
    write_templates(tmp_path / "new", "BGLO/2026-0117")
    for path in (tmp_path / "new").glob("*.toml"):
        lines = re.findall(
            r"^# (\w+) = .*[#;] (needed|may be left out)$", path.read_text("utf-8"), re.MULTILINE
        )
        given = {"filing": {"id", "reference"}, "document": {"id", "item"}}.get(path.stem, set())
        fields = [field for field in fields_of(KINDS[path.stem]) if field.name not in given]
        assert dict(lines) == {
            field.name: "needed" if field.needed else "may be left out" for field in fields
        }


@pytest.mark.parametrize("kind", [None, *SubmissionKind])
def test_only_the_filing_is_filled_in_and_the_documents_are_those_that_apply(tmp_path, kind):
    device = DeviceClass.DOUBLE_SHOE if kind else None
    write_templates(tmp_path / "new", "BGLO/2026-0117", kind, device)
    fixed = {"id": "bglo-2026-0117", "reference": "BGLO/2026-0117"} | ({"type": kind.value} if kind else {})
    for path in (tmp_path / "new").glob("*.toml"):
        filled = {"filing": [fixed]} if path.stem == "filing" else {}
        assert tomllib.loads(path.read_text("utf-8")) == {"schema": 1} | filled
    listed = re.findall(
        r'^# item = "(.+)"$', (tmp_path / "new" / "document.toml").read_text("utf-8"), re.MULTILINE
    )
    assert listed == [
        item.id
        for item in read_checklist().items
        if kind is None or (kind in (item.types or SubmissionKind) and item.fits(device))
    ]


@pytest.mark.parametrize("kind", [None, *SubmissionKind])
def test_the_templates_say_what_is_needed_and_hold_nothing_else(tmp_path, kind, mistakes):
    write_templates(tmp_path / "new", "BGLO/2026-0117", kind, DeviceClass.BATCH_SHUFFLER if kind else None)
    wrong = mistakes(read_folder, tmp_path / "new")
    assert all(place.startswith("filing.toml: filing 1 (id bglo-2026-0117).") for place, _ in wrong), wrong
    # Every table with its comments taken away fits its kind, but for files and for what is no example.
    for path in (tmp_path / "new").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        lines = [line.removeprefix("# ") for line in text.splitlines() if " = " in line or "[[" in line]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    known = (
        Registers.NOT_IN_THE_FOLDER,
        Inputs.NOT_HEXADECIMAL,
        Entries.PROTOTYPE_OMITS_TESTS,
        Inputs.KEY_NEEDS,
    )
    wrong = mistakes(read_folder, tmp_path / "new")
    assert [each for each in wrong if not each[1].is_a(*known)] == []
