"""The words of the language: a sentence for every code, a term for every value of an enumeration.

A language is a folder of catalogs, one for each module that declares codes, and
one of terms.  Where a sentence names a command or its options, its form ``.window`` is what the window says instead.
A plug-in carries its own sentences: its module holds ``SENTENCES`` for its own codes.

Catalogs: the messages of a language as text files, which a writer or translator needs no Python to read.

::

    # Comment.
    -copy = Restore it from a copy.

    run.lost = Run {run} is lost. {-copy}
      .window = Run {run} is lost. Choose Restore.

A line is a key, `` = `` and a text.  A line that begins with two spaces and a period is another form of the message above.
A key with a hyphen before it is a piece: texts below name it in braces.  Each text is one line, however long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from labharness.errors import LabharnessError
from labharness.language.template import RunNumber, fill, plain
from labharness.reason import QUOTED, Code, CommandOption, Parameter, Reason, Titled, known_code

ENGLISH = Path(__file__).with_name("english")
"""The only language so far."""
Messages = Mapping[str, Mapping[str, str]]
"""Forms of messages by key and form; the text of a message is the form ``""``."""

_LINE = re.compile(r"(?:(?P<key>[-*\w]\S*(?: \w+)*)|  \.(?P<form>[a-z]+)) = (?P<text>\S(?:.*\S)?)")
_PIECE = re.compile(r"\{(-[^{}]+)\}")


class CatalogError(OSError):
    """A catalog is damaged; it can hold the very words of errors, so this one speaks for itself."""


@cache
def messages(name: str, folder: Path = ENGLISH) -> Messages:
    """Return the messages of a catalog.

    Raises
    ------
    CatalogError
        If a line is none of those above, a key or form occurs twice, or a piece is not written above its use.
    """
    file = folder / f"{name}.txt"
    known: dict[str, dict[str, str]] = {}
    for number, line in enumerate(_text(file).split("\n"), 1):
        if not line or line[0] == "#":
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise CatalogError(f"{file}, line {number}: not a message. Write KEY = TEXT.")
        if key := match["key"]:
            current = known.setdefault(key, {})
        elif not known:
            raise CatalogError(
                f"{file}, line {number}: a form without a message. Write the message above it."
            )
        form, text = match["form"] or "", match["text"]
        if form in current:
            raise CatalogError(f"{file}, line {number}: {key or form} is written twice. Remove one.")
        try:
            current[form] = _PIECE.sub(lambda piece: known[piece[1]][""], text) if "{-" in text else text
        except KeyError as error:
            raise CatalogError(
                f"{file}, line {number}: no piece {error} stands above. Write it there."
            ) from None
    return {key: forms for key, forms in known.items() if key[0] != "-"}


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CatalogError(f"{file}: not text in UTF-8 ({error.reason}). Save it as UTF-8.") from None


LANGUAGE = "en_US"
"""Language of these sentences, and of every number and date beside them."""
_OF_RUNS = ("run", "runs", "earlier", "first")
"""Parameters that name runs."""


class Language:
    """Sentences and terms of one language.

    Parameters
    ----------
    titles
        Of things that reasons name by their ids, such as the checks of a plan.
    runs
        Numbers by which the document knows runs, by their names; any other run keeps its name.
    in_window
        Whether the reader has the window before them, not a console.
    folder
        The catalogs.
    """

    def __init__(
        self,
        titles: Mapping[str, str] | None = None,
        runs: Mapping[str, str] | None = None,
        *,
        in_window: bool = False,
        folder: Path = ENGLISH,
    ) -> None:
        self._titles = titles or {}
        self._runs = runs or {}
        self._in_window, self._folder = in_window, folder

    def say(self, reason: Reason) -> str:
        """Return the sentence of a reason; one without a sentence that can be filled is shown as code and values."""
        member = known_code(reason.code)
        template = self.template(member) if member is not None else None
        if template is not None:
            with suppress(KeyError, ValueError):  # somebody changed a catalog, and a place in it is none
                parameters = {name: self._numbered(name, value) for name, value in reason.parameters}
                return fill(template, parameters, self.say, self.term)
        values = ", ".join(f"{name} {self._bare(value)}" for name, value in reason.parameters)
        return plain(f"{reason.code}: {values}." if values else f"{reason.code}.")

    def clause(self, reason: Reason) -> str:
        """Return the sentence of a reason without its period, for a table or another sentence."""
        return self.say(reason).removesuffix(".")

    def template(self, member: Code) -> str | None:
        """Return the template of a code, None where there is none."""
        module = type(member).__module__
        if not module.startswith("labharness.model."):  # a plug-in carries its sentences
            own: Mapping[Code, str] = getattr(import_module(module), "SENTENCES", {})
            return own.get(member)
        forms = messages(module.rpartition(".")[2], self._folder).get(member.code, {})
        return (forms.get("window") if self._in_window else None) or forms.get("")

    def term(self, value: Enum | Titled) -> str:
        """Return the word for a member of an enumeration, or the title of a thing; without one its value."""
        if isinstance(value, CommandOption):
            return plain(f"“{self._titles.get(value, value)}”" if self._in_window else f"--{value}")
        if isinstance(value, Titled):
            return plain(self._titles.get(value, value))
        listed = messages("terms", self._folder).get(f"{type(value).__name__}.{value.name}")
        return listed[""] if listed else str(value.value).replace("_", " ")

    def sentences(self, error: LabharnessError) -> tuple[str, ...]:
        """Return the sentences of an error, one for each mistake that it names."""
        return tuple(map(self.say, error.reasons))

    def explain(self, error: LabharnessError | OSError) -> str:
        """Return an error in words, one line for each mistake; the operating system's words stay as they are."""
        if isinstance(error, OSError):
            return str(error)
        try:
            return "\n".join(self.sentences(error))
        except OSError as damaged:  # a catalog: codes and values tell what went wrong without any words
            return f"{error}\n{damaged}"

    def step(self, doing: Reason) -> str:
        """Return what is being done in words, by its code where the catalog cannot be read: no work ends for its words."""
        try:
            return self.clause(doing)
        except OSError:
            return doing.code

    def _numbered(self, name: str, value: Parameter) -> Any:
        """Return the numbers of runs that a parameter names, any other value as it is."""
        if not self._runs or name not in _OF_RUNS:
            return value
        if isinstance(value, tuple):
            return tuple(self._numbered(name, each) for each in value)
        text = value["text"] if isinstance(value, Reason) and value.code == QUOTED else value
        known = self._runs.get(text) if isinstance(text, str) else None
        return value if known is None else RunNumber(known)

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


clause, step, term = _LANGUAGE.clause, _LANGUAGE.step, _LANGUAGE.term
sentences, explain = _LANGUAGE.sentences, _LANGUAGE.explain


def label(what: Enum | Reason) -> str:
    """Return the words of an axis: the term of a member of an enumeration, or a plug-in's own clause."""
    return clause(what) if isinstance(what, Reason) else term(what)
