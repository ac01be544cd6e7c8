"""The sentences of the catalog as the window says them: they name what to choose, and no command to type."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.errors import LabharnessError
from labharness.language.catalog import Language
from labharness.reason import Reason

_LANGUAGE = Language(in_window=True)
clause, sentences = _LANGUAGE.clause, _LANGUAGE.sentences


def say(reason: Reason, titles: Mapping[str, str] | None = None) -> str:
    """Return the sentence of a reason; ``titles`` are of things that it names by their ids, such as checks and fields."""
    return _language(titles).say(reason)


def explain(error: LabharnessError | OSError, titles: Mapping[str, str] | None = None) -> str:
    """Return an error in words, one line for each mistake; the operating system's words stay as they are."""
    return _language(titles).explain(error)


def _language(titles: Mapping[str, str] | None) -> Language:
    return Language(titles=titles, in_window=True) if titles else _LANGUAGE
