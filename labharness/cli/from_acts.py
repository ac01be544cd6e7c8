"""The command of an act: its own parameters, those that every command has, and what is printed of its result."""

from __future__ import annotations

import getpass
import inspect
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.text import Text

from labharness.acts.declaring import SUPPLIED, Act, Seat, Shown, Styled, silent
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    harmless,
    notes,
    print_json,
    screen,
    table,
)

ByOption = Annotated[
    str | None,
    typer.Option("--by", help="Id of the person who acts; default: the login, if it is on the list."),
]
_KEYWORD, _POSITIONAL = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD


def command_of(act: Act[Any, Any, Any]) -> Callable[..., int]:
    """Return the function that the command-line library makes a command of."""
    supplied = {each.name for each in act.parameters} & {*SUPPLIED}

    def command(**given: Any) -> int:
        as_json = given.pop("as_json")
        seat = Seat(Workspace.open(given.pop("workspace")), given.pop("by", None))
        with _supplying(supplied, quiet=as_json) as filled:
            result = act(seat, **given, **filled)
        if as_json:
            print_json(act.values(result))
        else:
            for each in act.shown(result):
                screen.print(_rendered(each))
        return act.code(result)

    own = [each for each in act.parameters if each.name not in supplied]
    common: list[tuple[str, Any, Any]] = [("by", ByOption, None)] if act.gate.acts else []
    common += [("workspace", WorkspaceOption, DEFAULT_WORKSPACE), ("as_json", JsonOption, False)]
    parameters = [
        *own,
        *(
            inspect.Parameter(name, _KEYWORD, default=default, annotation=annotation)
            for name, annotation, default in common
        ),
    ]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    command.__doc__ = act.do.__doc__
    return command


@contextmanager
def _supplying(names: Collection[str], *, quiet: bool) -> Iterator[dict[str, Callable[[str], Any]]]:
    """Fill the parameters that no option names; what is being done is shown from the first step on."""
    status = notes.status("")

    def step(text: str) -> None:
        status.update(harmless(text))
        status.start()

    filled = {
        "tell": silent if quiet else notes.print,
        "step": silent if quiet else step,
        "ask": getpass.getpass,
    }
    try:
        yield {name: filled[name] for name in names}
    finally:
        status.stop()


def _rendered(shown: Shown) -> Any:
    if isinstance(shown, str):
        return shown
    if isinstance(shown, Styled):
        return Text(harmless(shown.text), shown.style)
    listing = table(*shown.heads, whole=shown.whole)
    for row in shown.rows:
        listing.add_row(*row)
    return listing
