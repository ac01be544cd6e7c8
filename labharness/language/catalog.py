"""The language catalog: a sentence for every code, a term for every value of an enumeration.

A language is a package with a module beside each one that declares codes, and one for terms; :data:`ENGLISH` is the
only one so far.  A plug-in carries its own sentences: its module holds ``SENTENCES`` for its own codes.
Where a sentence names a command or its options, ``IN_WINDOW`` of the module has what the window says instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Any

from labharness.errors import LabharnessError
from labharness.language.template import RunNumber, fill, plain
from labharness.reason import QUOTED, Code, Parameter, Reason, known_code
from labharness.titled import CommandOption, Titled

ENGLISH = "labharness.language.english"
LANGUAGE = "en_US"
"""Language of these sentences, and of every number and date beside them."""
_OF_RUNS = ("run", "runs", "earlier", "first")
"""Parameters that name runs."""


class Language:
    """Sentences and terms of one language.

    Parameters
    ----------
    package
        Holds a module for each one of codes, with ``SENTENCES`` and ``IN_WINDOW``, and ``terms`` with ``TERMS``.
    titles
        Of things that reasons name by their ids, such as the checks of a plan.
    runs
        Numbers by which the document knows runs, by their names; any other run keeps its name.
    in_window
        Whether the reader has the window before them, not a console.
    """

    def __init__(
        self,
        package: str = ENGLISH,
        titles: Mapping[str, str] | None = None,
        runs: Mapping[str, str] | None = None,
        *,
        in_window: bool = False,
    ) -> None:
        self._package, self._in_window = package, in_window
        self._titles = titles or {}
        self._runs = runs or {}
        self._sentences: dict[str, Mapping[Code, str]] = {}

    def say(self, reason: Reason) -> str:
        """Return the sentence of a reason; one whose code nothing declares is shown as code and values."""
        member = known_code(reason.code)
        template = self.template(member) if member is not None else None
        if template is None:
            values = ", ".join(f"{name} {self._bare(value)}" for name, value in reason.parameters)
            return plain(f"{reason.code}: {values}." if values else f"{reason.code}.")
        parameters = {name: self._numbered(name, value) for name, value in reason.parameters}
        return fill(template, parameters, self.say, self.term)

    def clause(self, reason: Reason) -> str:
        """Return the sentence of a reason without its period, for a table or another sentence."""
        return self.say(reason).removesuffix(".")

    def template(self, member: Code) -> str | None:
        """Return the template of a code, None where there is none."""
        module = type(member).__module__
        if module not in self._sentences:
            self._sentences[module] = self._texts(module)
        return self._sentences[module].get(member)

    def term(self, value: Enum | Titled) -> str:
        """Return the word for a member of an enumeration, or the title of a thing; without one its value."""
        if isinstance(value, CommandOption):
            return plain(f"“{self._titles.get(value, value)}”" if self._in_window else f"--{value}")
        if isinstance(value, Titled):
            return plain(self._titles.get(value, value))
        terms: Mapping[str, Mapping[str, str]] = self._module("terms").TERMS
        return terms.get(type(value).__name__, {}).get(value.name) or str(value.value).replace("_", " ")

    def sentences(self, error: LabharnessError) -> tuple[str, ...]:
        """Return the sentences of an error, one for each mistake that it names."""
        return tuple(map(self.say, error.reasons))

    def explain(self, error: LabharnessError | OSError) -> str:
        """Return an error in words, one line for each mistake; the operating system's words stay as they are."""
        return str(error) if isinstance(error, OSError) else "\n".join(self.sentences(error))

    def _numbered(self, name: str, value: Parameter) -> Any:
        """Return the numbers of runs that a parameter names, any other value as it is."""
        if not self._runs or name not in _OF_RUNS:
            return value
        if isinstance(value, tuple):
            return tuple(self._numbered(name, each) for each in value)
        text = value["text"] if isinstance(value, Reason) and value.code == QUOTED else value
        known = self._runs.get(text) if isinstance(text, str) else None
        return value if known is None else RunNumber(known)

    def _texts(self, declaring: str) -> Mapping[Code, str]:
        own = declaring.startswith("labharness.model.")  # a plug-in carries its sentences
        module = import_module(f"{self._package}.{declaring.rpartition('.')[2]}" if own else declaring)
        texts: Mapping[Code, str] = getattr(module, "SENTENCES", {})
        return {**texts, **getattr(module, "IN_WINDOW", {})} if self._in_window else texts

    @cache  # noqa: B019  a language lives as long as the process
    def _module(self, name: str) -> Any:
        return import_module(f"{self._package}.{name}")

    def _bare(self, value: object) -> str:
        if isinstance(value, tuple):
            return " ".join(map(self._bare, value))
        return self.clause(value) if isinstance(value, Reason) else plain(value)


_LANGUAGE = Language()


def say(
    reason: Reason, titles: Mapping[str, str] | None = None, runs: Mapping[str, str] | None = None
) -> str:
    """Return the sentence of a reason; ``titles`` and ``runs`` are of things that it names by their ids."""
    return (Language(titles=titles, runs=runs) if titles or runs else _LANGUAGE).say(reason)


def clause(reason: Reason) -> str:
    """Return the sentence of a reason without its period, for a table or another sentence."""
    return _LANGUAGE.clause(reason)


def term(value: Enum) -> str:
    """Return the word for a member of an enumeration."""
    return _LANGUAGE.term(value)


def label(what: Enum | Reason) -> str:
    """Return the words of an axis: the term of a member of an enumeration, or a plug-in's own clause."""
    return clause(what) if isinstance(what, Reason) else term(what)


def sentences(error: LabharnessError) -> tuple[str, ...]:
    """Return the sentences of an error, one for each mistake that it names."""
    return _LANGUAGE.sentences(error)


def explain(error: LabharnessError | OSError) -> str:
    """Return an error in words, one line for each mistake; the operating system's words stay as they are."""
    return _LANGUAGE.explain(error)
