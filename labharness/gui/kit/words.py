"""The window's own words, in the language of the window: Qt's translation with named places.

``pyside6-lupdate`` finds what stands as a literal in a call of :func:`tr`. A text is therefore one literal, never a variable, a
sum or an f-string. What a device, a person or the catalog says is a value, never a text: ``tr("{file} was written.", file=name)``.
"""

from __future__ import annotations

from functools import lru_cache
from string import Formatter

from PySide6.QtCore import QCoreApplication

CONTEXT = ""
"""What ``pyside6-lupdate`` gives a call that names no class; all texts of the window are in it."""
_originals: dict[str, str] = {}


def tr(text: str, /, **values: object) -> str:
    """Return a text of the window in its language, with its places filled.

    A text that a module keeps is translated when the module is imported; :func:`~labharness.gui.kit.qt_language.speak` comes first.

    Parameters
    ----------
    values
        For the places of the text, ``{file}``, ``{count:,}`` or, by the number, ``{count:run|runs}``. A translation with other
        places than the text is not used. Braces in a value are its own.

    Examples
    --------
    >>> tr("{runs:,} {runs:run|runs} in {folder}", runs=2000, folder="{a}")
    '2,000 runs in {a}'
    """
    if not values:
        return translated(text)
    result = QCoreApplication.translate(CONTEXT, text)
    filled = {name: _Count(value) if type(value) is int else value for name, value in values.items()}
    if result != text and _places(result) == _places(text):
        try:
            return result.format_map(filled)
        except (LookupError, ValueError, TypeError, AttributeError):
            pass  # a form that the translation made up
    return text.format_map(filled)


def translated(text: str) -> str:
    """Return a text of the window that another package marked with a function of the same name."""
    result = QCoreApplication.translate(CONTEXT, text)
    if result != text:
        _originals.setdefault(result, text)
    return result


def original(text: str) -> str:
    """Return a text without values as the source has it: names of filters and settings are the same in all languages."""
    return _originals.get(text, text)


class _Count(int):
    """A number that also chooses between words: ``{count:run|runs}``."""

    def __format__(self, form: str) -> str:
        each, chooses, many = form.partition("|")
        return (each if self == 1 else many) if chooses else super().__format__(form)


@lru_cache(maxsize=4096)
def _places(text: str) -> frozenset[str] | None:
    """Return the names of the places of a text, None where it is no template."""
    try:
        return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    except ValueError:
        return None
