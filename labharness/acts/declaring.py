"""An act is one typed function; command, button, permission, audit and Python interface are made from it.

The first parameter of the function is what its gate opens; the others are those of the command and of Python.  A function
that is named like its module is the command of that name, the others are commands of the group of that name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, get_type_hints

if TYPE_CHECKING:
    from labharness.app.workspace import Workspace
    from labharness.filings.entries.people import Role
    from labharness.reason import Reason

Opened = TypeVar("Opened")
Given = ParamSpec("Given")
Result = TypeVar("Result")
Tell = Callable[[str], None]
"""Takes a sentence for whoever waits (parameter ``tell``), or what is being done now (parameter ``step``)."""
Ask = Callable[[str], str]
"""Returns the pass phrase that a person enters (parameter ``ask``); takes the question."""


def silent(_: str) -> None:
    """Say it to nobody."""


def unanswered(_: str) -> str:
    """Return no pass phrase: nobody is there who could be asked."""
    return ""


SUPPLIED = ("tell", "step", "ask")
"""Parameters that the command line and the window fill themselves."""


def tr(text: str) -> str:
    """Mark a text of the window for translators; the window translates it when it shows it."""
    return text


@dataclass(frozen=True, slots=True)
class Seat:
    """A workspace, and who acts in it.

    Parameters
    ----------
    by
        Id of the person, None for whose login it is.
    """

    workspace: Workspace
    by: str | None = None

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
    """

    roles: tuple[Role, ...]
    open: Callable[[Seat, str, str], AbstractContextManager[Opened]]
    acts: bool = True
    asks: str = ""


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
class Listing:
    """A table for people; ``whole`` columns from the left are not folded."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    whole: int = 1


@dataclass(frozen=True)
class Styled:
    """A line in a style of the terminal, such as ``bold red``."""

    text: str
    style: str


Shown = str | Styled | Listing


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
    code
        Exit code of the command, made of the result.
    why_not
        Takes what is acted on as it was last read, and returns why the act is not possible, None where it is.
    """

    name: str
    gate: Gate[Opened]
    do: Callable[Concatenate[Opened, Given], Result]
    window: WindowControl | str
    shown: Callable[[Result], Iterable[Shown]]
    values: Callable[[Result], Any]
    code: Callable[[Result], int]
    why_not: Callable[[Any], Reason | None]

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
        kept = SimpleNamespace(__annotations__={one.name: one.annotation for one in others})
        hints = get_type_hints(kept, vars(inspect.getmodule(self.do)), include_extras=True)
        return tuple(each.replace(annotation=hints[each.name]) for each in others)

    def _target(self, args: tuple[object, ...], named: dict[str, Any]) -> str:
        """Return the text of the first parameter, which says what is acted on."""
        value = args[0] if args else next(iter(named.values()), "")
        return value if isinstance(value, str) else ""


def act(
    gate: Gate[Opened],
    window: WindowControl | str,
    *,
    shown: Callable[[Result], Iterable[Shown]],
    values: Callable[[Result], Any] = lambda result: result,
    code: Callable[[Result], int] = lambda _: 0,
    why_not: Callable[[Any], Reason | None] = lambda _: None,
) -> Callable[[Callable[Concatenate[Opened, Given], Result]], Act[Opened, Given, Result]]:
    """Declare a function as an act; parameters as of :class:`Act`."""

    def declare(do: Callable[Concatenate[Opened, Given], Result]) -> Act[Opened, Given, Result]:
        words = [do.__module__.rpartition(".")[2], do.__name__]
        name = " ".join(word.rstrip("_").replace("_", "-") for word in words[words[0] == words[1] :])
        return Act(name, gate, do, window, shown, values, code, why_not)

    return declare
