"""The command of an act: its own parameters, those that every command has, and what is printed of its result."""

from __future__ import annotations

import copy
import getpass
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Annotated, Any, get_args, get_origin

import typer

from labharness.acts.declaring import SUPPLIED, UNWATCHED, Act, Following, Seat, Shown, silent, unwatched
from labharness.acts.parameters import DEFAULT_WORKSPACE, WorkspaceOption
from labharness.app.workspace.workspace import Workspace
from labharness.cli.console import JsonOption, harmless, notes, print_json, rendered, screen
from labharness.evidence.outside import LONGEST_LINE
from labharness.language.catalog import messages, step
from labharness.reason import Reason

_KEYWORD = inspect.Parameter.KEYWORD_ONLY


def command_of(act: Act[Any, Any, Any]) -> Callable[..., int]:
    """Return the function that the command-line library makes a command of."""

    def command(**given: Any) -> int:
        as_json = given.pop("as_json", False)
        where = Workspace if act.gate.anywhere else Workspace.open
        place = where(given.pop("workspace")) if act.gate.of_workspace else None
        seat = Seat(place, given.pop("by", None))
        with _supplying(act, given.get("bench", ""), quiet=as_json) as filled:
            result = act(seat, **given, **filled)
        if as_json:
            print_json(act.values(result))
        else:
            _show(act.shown(result))
        for note in act.notes(result):
            notes.print(note)
        return act.code(result)

    own = [each for each in act.parameters if each.name not in SUPPLIED]
    common: list[tuple[str, Any, Any]] = [("by", str | None, None)] if act.gate.acts else []
    if act.gate.of_workspace:
        common.append(("workspace", WorkspaceOption, DEFAULT_WORKSPACE))
    if not act.serves:
        common.append(("as_json", JsonOption, False))
    own += [
        inspect.Parameter(name, _KEYWORD, default=default, annotation=annotation)
        for name, annotation, default in common
    ]
    parameters = [_worded(act.name, each) for each in own]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    command.__doc__ = act.do.__doc__
    return command


def _worded(act: str, parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter as the command-line library takes it: an option if it has to be named, and what it is in words."""
    annotation, name = parameter.annotation, parameter.name
    if get_origin(annotation) is Annotated:
        kind, mark, *_ = get_args(annotation)
        mark = copy.copy(mark)
    else:
        flag = (f"--{name.replace('_', '-')}",) if annotation is bool else ()  # without its opposite
        kind, mark = annotation, typer.Option(*flag) if parameter.kind is _KEYWORD else typer.Argument()
    words = messages("acts")
    forms = words.get(f"{act.replace(' ', '.')}.{name}") or words.get(f"*.{name}", {})
    mark.help = mark.help or forms.get("")
    return parameter.replace(annotation=Annotated[kind, mark])


@contextmanager
def _supplying(act: Act[Any, Any, Any], bench: str, *, quiet: bool) -> Iterator[dict[str, Any]]:
    """Fill the parameters that no option names; what is being done is shown from the first step on."""
    wanted, status = SUPPLIED & {each.name for each in act.parameters}, notes.status("")
    bar = _Bar()

    def show(doing: Reason) -> None:
        status.update(harmless(step(doing)))
        status.start()

    filled: dict[str, Any] = {
        "tell": silent if quiet else notes.print,
        "estimate": notes.print,
        "step": silent if quiet else show,
        "progress": UNWATCHED if quiet else bar,
        "watch": unwatched if quiet else _watched,
        "hear": silent if quiet else lambda part: _show(act.each(part)),
        "ask": getpass.getpass,
        "agree": lambda question: typer.confirm(question, err=True),
    }
    if "ticket" in wanted and bench and not sys.stdin.isatty():
        filled["ticket"] = sys.stdin.readline(LONGEST_LINE).strip()
    try:
        yield {name: filled[name] for name in wanted & filled.keys()}
    finally:
        status.stop()
        bar.close()


def _watched(title: str, *, asks: bool = True) -> AbstractContextManager[Following]:
    from labharness.cli.terminal import LedgerProgress, terminal

    return LedgerProgress(title, terminal() if asks else None)


class _Bar(ExitStack):
    """A bar on standard error, from the first word of an act to its end."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: Any = None

    def say(self, doing: Reason) -> None:
        """Say what is being done now."""
        self._tell(description=harmless(step(doing)))

    def at(self, done: int, total: int) -> None:
        """Say how much of the whole is done."""
        self._tell(completed=done, total=total)

    def _tell(self, **news: Any) -> None:
        if self._shown is None:
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

            words, left = TextColumn("{task.description}", markup=False), TimeRemainingColumn(compact=True)
            self._shown = Progress(
                words, BarColumn(28), TaskProgressColumn(), left, console=notes, transient=True
            )
            self.enter_context(self._shown).add_task("", total=None)
        self._shown.update(self._shown.task_ids[0], **news)


def _show(lines: Iterable[Shown]) -> None:
    for each in lines:
        if isinstance(each, bytes):
            typer.echo(each, nl=False)  # as it is, whatever the console is set to
        else:
            screen.print(*rendered(each), sep="\n")
