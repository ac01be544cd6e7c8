"""JSON schema of the ledger's records, as ``docs/evidence-format.md`` prints it.

``python -m tests.support.record_schema docs/evidence-format.md`` writes the marked section anew.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from labharness.evidence.records.line import BODIES

BEGIN, END = "<!-- schema: begin -->\n", "<!-- schema: end -->\n"
_MODE: JsonSchemaMode = "validation"


def record_schema() -> dict[str, Any]:
    """Return the JSON schema of every body: ``records`` by record type, ``$defs`` with their parts."""
    inputs = [(kind.value, _MODE, TypeAdapter[Any](body)) for kind, body in BODIES.items()]
    records, parts = TypeAdapter.json_schemas(inputs)
    by_type = {kind: schema for (kind, _), schema in records.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "records": dict(sorted(by_type.items())),
        "$defs": dict(sorted(parts["$defs"].items())),
    }


def section() -> str:
    """Return the marked section of the document: the schema as JSON, one record type or part a line."""
    whole = record_schema()
    groups = [
        f" {json.dumps(group)}: {{\n"
        + ",\n".join(f"  {json.dumps(name)}: {json.dumps(each)}" for name, each in whole[group].items())
        + "\n }"
        for group in ("records", "$defs")
    ]
    head = f' "$schema": {json.dumps(whole["$schema"])}'
    return f"{BEGIN}```json\n{{\n" + ",\n".join([head, *groups]) + f"\n}}\n```\n{END}"


def with_section(document: str) -> str:
    """Return a document with the marked section written anew; raises ``ValueError`` where it has none."""
    before, _, rest = document.partition(BEGIN)
    _, result, after = rest.partition(END)
    if not result:
        raise ValueError("the document has no section for the schema")
    return before + section() + after


if __name__ == "__main__":
    _path = Path(sys.argv[1])
    _path.write_text(with_section(_path.read_text("utf-8")), encoding="utf-8", newline="\n")
