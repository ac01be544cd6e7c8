"""The command of an act: its own parameters, those that every command has, and what is printed of its result."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from labharness.acts.declaring import SUPPLIED, Act, Listing, Seat
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
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
        if "tell" in supplied:
            given["tell"] = (lambda _: None) if as_json else notes.print
        result = act(seat, **given)
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


def _rendered(shown: str | Listing) -> Any:
    if isinstance(shown, str):
        return shown
    listing = table(*shown.heads, whole=shown.whole)
    for row in shown.rows:
        listing.add_row(*row)
    return listing
