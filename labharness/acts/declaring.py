"""An act is one typed function; command, button, permission, audit and Python interface are made from it.

The first parameter of the function is what its gate opens; the others are those of the command and of Python.  A function
that is named like its module is the command of that name, the others are commands of the group of that name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, get_type_hints

from labharness.language.numbers import counts
from labharness.model.results import Standing

if TYPE_CHECKING:
    from labharness.app.workspace.workspace import Workspace
    from labharness.evidence.folder import RunFolder
    from labharness.filings.entries.entry import Role
    from labharness.reason import Reason

Opened = TypeVar("Opened")
Given = ParamSpec("Given")
Result = TypeVar("Result")
Tell = Callable[[str], None]
"""Takes a sentence for whoever waits (parameter ``tell``), or how long it will take, also where only a program listens (parameter
``estimate``).  What is being done now (parameter ``step``) is told by its code."""
Read = Callable[[int], None]
"""Takes how much was read (parameter ``read``); what it raises ends the act."""
Ask = Callable[[str], str]
"""Returns the pass phrase that a person enters (parameter ``ask``); takes the question."""
Hear = Callable[[Any], None]
"""Takes each part of the result as soon as it is there; for an act with a parameter ``hear``."""
Agree = Callable[[str], bool]
"""Asks a question of whoever sits there; for an act with a parameter ``agree``."""


class Following(Protocol):
    """Shows a run at work."""

    def attach(self, folder: RunFolder) -> None:
        """Follow this run, which has begun."""

    def step(self, doing: Reason, /) -> None:
        """Say what is being done while nothing is recorded."""


class Watch(Protocol):
    """Shows runs at work (parameter ``watch``)."""

    def __call__(self, title: str, *, asks: bool = True) -> AbstractContextManager[Following]:
        """Show a run while what is returned is held; ``asks`` where its questions are for whoever sits there."""


def silent(_: object) -> None:
    """Discard what is told."""


def unanswered(_: str) -> str:
    """Return no pass phrase: nobody is there who could be asked."""
    return ""


def unasked(_: str) -> bool:
    """Take silence for a no."""
    return False


class Meter(Protocol):
    """Shows how far an act is (parameter ``progress``); either call may end the act where it was given up."""

    def say(self, doing: Reason, /) -> None:
        """Say what is being done now."""

    def at(self, done: int, total: int) -> None:
        """Say how much of the whole is done."""


class Unwatched:
    """A watcher of progress, or of a run, that shows nothing."""

    def say(self, *_: object, **__: object) -> None:
        """Show nothing."""

    at = step = attach = say


UNWATCHED = Unwatched()


def unwatched(*_: object, **__: object) -> AbstractContextManager[Following]:
    """Show nothing of a run."""
    return nullcontext(UNWATCHED)


def of_all(meter: Meter, total: int) -> Callable[[str, int], None]:
    """Return what hears how many of each kind are done, and shows how many of all are."""
    done: dict[str, int] = {}

    def hear(kind: str, number: int) -> None:
        done[kind] = number
        meter.at(sum(done.values()), total)

    return hear


SUPPLIED = frozenset(
    {"tell", "step", "estimate", "read", "progress", "watch", "ask", "hear", "agree", "ticket", "files"}
)
"""Parameters of acts that are no options.  The command line and the window fill them by themselves.

``ticket`` shows that the worker of a bench acts, and ``files`` are those that somebody was shown.
"""


class MarkedText(str):
    """A text that the window translates when it shows it; elsewhere it is what it says, in English.

    Attributes
    ----------
    template, values
        What it was made of.
    """

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]


def tr(text: str, /, **values: object) -> MarkedText:
    """Mark a text for translators, with its places filled as :func:`labharness.gui.kit.words.tr` fills them.

    Examples
    --------
    >>> tr("{hours:,} {hours:hour|hours}", hours=1)
    '1 hour'
    """
    result = MarkedText(text.format_map(counts(values)) if values else text)
    result.template, result.values = text, values
    return result


@dataclass(frozen=True, slots=True)
class Seat:
    """A workspace, and who acts in it.

    Parameters
    ----------
    place
        The workspace; None is for acts that need none.
    by
        Id of the person, None for whose login it is.
    """

    place: Workspace | None
    by: str | None = None

    @property
    def workspace(self) -> Workspace:
        """The workspace of an act that needs one."""
        assert self.place is not None
        return self.place

    def do(self, act: Act[Any, Given, Result], *args: Given.args, **named: Given.kwargs) -> Result:
        """Do an act; raises what the act raises."""
        return act(self, *args, **named)


@dataclass(frozen=True)
class Gate(Generic[Opened]):
    """Who may act, and what an act of theirs then works on.

    Parameters
    ----------
    roles
        One of which the person must have, where the workspace has a list of people.
    open
        Takes the seat, the name of the act and the text of what is acted on. It refuses whoever may not, puts that on record, and holds open
        what the act works on.
    acts
        Whether somebody acts; False where everybody may look.
    asks
        Who asks for the role where it is not the gate, "" where it is.
    of_workspace
        Whether the act is of a workspace; others name what they are about in parameters of their own.
    anywhere
        Whether the workspace that is named need not be there, as far as the command line can tell.
    """

    roles: tuple[Role, ...]
    open: Callable[[Seat, str, str], AbstractContextManager[Opened]]
    acts: bool = True
    asks: str = ""
    of_workspace: bool = True
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class WindowControl:
    """Where the window has an act: the title of a room, and the text of its button, tab or table."""

    room: str
    text: str

    @property
    def words(self) -> str:
        """The text without its key and its dots, as a screen reader says it."""
        return self.text.replace("&", "").rstrip("…")


@dataclass(frozen=True)
class Styled:
    """A text in a style of the terminal, such as ``bold red``."""

    text: str
    style: str = "bold"


Piece = str | Styled | Standing
Line = Piece | tuple[Piece, ...]


@dataclass(frozen=True)
class Listing:
    """A table for people.

    Parameters
    ----------
    whole
        Columns from the left that are not folded.
    beside
        Columns of a console that has room for the last column; a narrower one has its texts below the table.  0 for any.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]
    whole: int = 1
    beside: int = 0


Shown = Line | Listing | bytes
"""Bytes are a file, and written as they are."""


@dataclass(frozen=True)
class Act(Generic[Opened, Given, Result]):
    """One act.

    Parameters
    ----------
    name
        The words of its command.
    window
        Its control, or the reason why it has none.
    shown
        What people read of its result.
    values
        What programs read of it.
    notes
        What was left out of it, said below it also where a program reads it.
    code
        Exit code of the command, made of the result.
    why_not
        Takes what is acted on as it was last read, and returns why the act is not possible, None where it is.
    each
        What people read of a part of the result that ``hear`` takes.
    serves
        Whether it goes on until it is stopped: nothing is left for a program to read.
    """

    name: str
    gate: Gate[Opened]
    do: Callable[Concatenate[Opened, Given], Result]
    window: WindowControl | str
    shown: Callable[[Result], Iterable[Shown]]
    values: Callable[[Result], Any]
    notes: Callable[[Result], Iterable[str]]
    code: Callable[[Result], int]
    why_not: Callable[[Any], Reason | None]
    each: Callable[[Any], Iterable[Shown]]
    serves: bool = False

    def __call__(self, seat: Seat, *args: Given.args, **named: Given.kwargs) -> Result:
        """Do it; raises :class:`labharness.errors.LabharnessError`, also where the person may not."""
        with self.gate.open(seat, self.name, self._target(args, named)) as opened:
            return self.do(opened, *args, **named)

    @property
    def control(self) -> WindowControl:
        """Its control; an act without one has no place in the window."""
        assert isinstance(self.window, WindowControl), self.name
        return self.window

    @cached_property
    def parameters(self) -> tuple[inspect.Parameter, ...]:
        """The parameters of the function behind the first, with their types."""
        _, *others = inspect.signature(self.do).parameters.values()
        options = {each.name: each.annotation for each in others if each.name not in SUPPLIED}
        kept = SimpleNamespace(__annotations__=options)
        hints = get_type_hints(kept, vars(inspect.getmodule(self.do)), include_extras=True)
        return tuple(each.replace(annotation=hints.get(each.name, each.annotation)) for each in others)

    def _target(self, args: tuple[object, ...], named: dict[str, Any]) -> str:
        """Return the text of the first parameter, which says what is acted on."""
        first = next((each.name for each in self.parameters if each.name not in SUPPLIED), "")
        value = args[0] if args else named.get(first)
        return value if isinstance(value, str) else ""


def act(
    gate: Gate[Opened],
    window: WindowControl | str,
    *,
    shown: Callable[[Any], Iterable[Shown]],
    values: Callable[[Any], Any] = lambda result: result,
    notes: Callable[[Any], Iterable[str]] = lambda _: (),
    code: Callable[[Any], int] = lambda _: 0,
    why_not: Callable[[Any], Reason | None] = lambda _: None,
    each: Callable[[Any], Iterable[Shown]] = lambda _: (),
    serves: bool = False,
) -> Callable[[Callable[Concatenate[Opened, Given], Result]], Act[Opened, Given, Result]]:
    """Declare a function as an act; parameters as of :class:`Act`."""

    def declare(do: Callable[Concatenate[Opened, Given], Result]) -> Act[Opened, Given, Result]:
        words = [do.__module__.rpartition(".")[2], do.__name__]
        name = " ".join(word.rstrip("_").replace("_", "-") for word in words[words[0] == words[1] :])
        return Act(name, gate, do, window, shown, values, notes, code, why_not, each, serves)

    return declare
