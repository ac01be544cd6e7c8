"""Words for what a record holds of an error: its own text and the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from labharness.language.catalogue import say
from labharness.language.text import plain
from labharness.reason import load_reason


def sentences(reasons: Iterable[Any]) -> list[str]:
    """Return a sentence for each reason of a record; one that cannot be read is shown as it is."""
    return [_sentence(each) for each in reasons]


def worded(body: Mapping[str, Any], name: str) -> str:
    """Return a text of a record with the sentences of its ``reasons`` behind it.

    Examples
    --------
    >>> worded({"why": "It differs", "reasons": [{"code": "wire.nobody_to_ask"}]}, "why")
    "It differs. The URL operator:// needs a run that can ask people. Use it with 'labharness run'."
    >>> worded({"why": "as planned"}, "why")
    'as planned'
    """
    return with_reasons(str(body.get(name, "")), body.get("reasons", ()))


def with_reasons(text: str, reasons: Iterable[Any]) -> str:
    """Return a text, which may be empty, with the sentences of the reasons behind it."""
    behind = sentences(reasons)
    if text and behind and text[-1] not in ".?!:":
        text += "."
    return " ".join(filter(None, (text, *behind)))


def asked(prompt: Mapping[str, Any]) -> str:
    """Return a prompt in words: why it is put again, then what it asks."""
    data = prompt.get("data")
    again = sentences(data.get("reasons", ())) if isinstance(data, dict) else []
    return " ".join((*again, str(prompt["text"])))


def _sentence(reason: Any) -> str:
    try:
        return reason if isinstance(reason, str) else say(load_reason(reason))
    except ValueError:
        return plain(reason)
