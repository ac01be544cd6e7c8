"""A value of a form as text, for tables that compare values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from labharness.gui.kit.words import tr


def value_words(value: Any) -> str:
    """Return a value as text: several divided by semicolons, a file with the beginning of its hash.

    Examples
    --------
    >>> value_words(["a", "b"]), value_words(True), value_words({"name": "C", "role": ""})
    ('a; b', 'yes', 'C')
    """
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, Mapping):
        if "sha256" in value:
            return f"{value.get('name', '')} ({str(value['sha256'])[:12]})"
        return ", ".join(value_words(each) for each in value.values() if each not in ("", None))
    if isinstance(value, list | tuple):
        return "; ".join(map(value_words, value))
    return "" if value is None else str(value)
