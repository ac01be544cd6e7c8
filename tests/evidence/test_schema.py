"""The document of the evidence format holds the schema of the models."""

from pathlib import Path

import pytest

from labharness.evidence.records.body import RecordType
from tests.support.record_schema import record_schema, section, with_section

DOCUMENT = Path(__file__).parents[2] / "docs" / "evidence-format.md"


def test_the_document_holds_the_schema_of_the_models():
    text = DOCUMENT.read_text("utf-8")
    assert with_section(text) == text
    assert section() in text


def test_the_schema_has_every_record_type_and_allows_no_other_field():
    schema = record_schema()
    assert set(schema["records"]) == set(RecordType)
    for name, part in schema["$defs"].items():
        if part.get("type") == "object":
            assert part["additionalProperties"] is False, name


def test_a_document_without_the_section_is_refused():
    with pytest.raises(ValueError, match="no section"):
        with_section("# Evidence format\n")
