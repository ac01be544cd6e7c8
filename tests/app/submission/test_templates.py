"""The folder of an empty submission: it explains every field, and reads as what it shows."""

import pytest

from labharness.app.submission.templates import write_templates
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
