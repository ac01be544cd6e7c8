"""Values as JSON in one form: the bytes that are hashed are those that are stored, in every database alike."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa


def canonical(value: Any) -> str:
    r"""Return a value as JSON in the one form that is stored and hashed.

    Raises
    ------
    ValueError
        For NaN, or a number without end.

    Examples
    --------
    >>> canonical({"b": "é", "a": None})
    '{"a":null,"b":"\\u00e9"}'
    """
    return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def row_hash(values: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a row: of all its values but the hash itself, as canonical JSON.

    Empty texts and NULLs are left out, so that a column that a later revision adds changes no hash of a former row.

    Raises
    ------
    TypeError, ValueError
        For a value that is no JSON, such as bytes.
    """
    covered = {name: value for name, value in values.items() if name != "hash" and value not in (None, "")}
    return hashlib.sha256(canonical(covered).encode("ascii")).hexdigest()


def is_whole(row: Mapping[str, Any]) -> bool:
    """Whether a row is as its hash says."""
    try:
        return bool(row_hash(row) == row["hash"])
    except (TypeError, ValueError):
        return False


class Canonical(sa.types.TypeDecorator[Any]):
    """A column of JSON in its canonical form."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: sa.Dialect) -> str | None:
        """Write a value."""
        del dialect
        return None if value is None else canonical(value)

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> Any:
        """Read what was written; what is no JSON comes back as it stands, so that it can be named."""
        del dialect
        if value is None:
            return None
        try:
            size = json.loads(value)
            good = canonical(size) == value
        except (ValueError, TypeError, RecursionError):  # SQLite keeps any type in any column
            good = False
        return size if good else f"not canonical: {value!r}"
