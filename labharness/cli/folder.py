"""Commands by folder: what is called is imported, the rest is only read as text.

They are made from acts: a module of ``labharness.acts`` is a group, or one command of its name.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import Parameter as InspectedParameter
from inspect import cleandoc, signature
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from typer import Context, Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

ACTS = "labharness.acts"


class CommandFolder(TyperGroup):
    """A group of commands.

    The help lists what the files say of themselves, read as text; a module is imported when its command is called.
    An underscore at the end of a name, where a word is Python's own, is not part of the command's.

    Parameters
    ----------
    sources
        Where each command is declared; without it those of acts, of which only what is asked for is read.
    """

    def __init__(self, sources: Mapping[str, CommandSource] | None = None, **attributes: Any) -> None:
        super().__init__(**attributes)
        self._given = sources

    def _sources(self, only: str | None = None) -> Mapping[str, CommandSource]:
        return every_command(only=only) if self._given is None else self._given

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands, in order."""
        del ctx
        return sorted(self._sources())

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | TyperGroup | None:
        """Import and return a command or, without importing any of its commands, a group; None where there is none."""
        del ctx
        source = self._sources(only=cmd_name).get(cmd_name)
        if source is None:
            return None
        if source.function:
            return _command(cmd_name, source)
        within = source.within()
        own = within.pop("", None)
        return CommandFolder(
            within,
            name=cmd_name,
            help=_help(own or source),
            no_args_is_help=not own,
            rich_markup_mode="rich",
            **(_as_group(own) if own else {}),
        )

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help of the group without loading its commands."""
        listed = {
            name: TyperCommand(name, help=_help(each)) for name, each in sorted(self._sources().items())
        }
        shown = TyperGroup(
            name=self.name,
            help=self.help,
            params=self.params,
            commands=dict(listed),
            rich_markup_mode=self.rich_markup_mode,
        )
        shown.format_help(ctx, formatter)


@dataclass(frozen=True)
class CommandSource:
    """Where a command or a group of commands is declared.

    Parameters
    ----------
    module
        Full name of the module or package.
    function
        Name of the function or act, "" for a group.
    """

    module: str
    function: str = ""

    @property
    @cache  # noqa: B019  sources are few, and equal ones share what was read
    def tree(self) -> ast.Module:
        """What the file says."""
        spec = find_spec(self.module)
        assert spec is not None
        assert spec.origin is not None
        return ast.parse(Path(spec.origin).read_bytes())

    def within(self) -> dict[str, CommandSource]:
        """Return the commands of a group by name; "" is what the group does where none of them is named."""
        own = _words(self.module.rpartition(".")[2])
        named = {_words(name): CommandSource(self.module, name) for name in _declared(self.tree)}
        return {"" if name == own else name: source for name, source in named.items()}

    def command(self) -> Callable[..., Any]:
        """Import the act and return the function that the command-line library takes."""
        from labharness.cli.from_acts import command_of

        return command_of(getattr(import_module(self.module), self.function))


def every_command(package: str = ACTS, only: str | None = None) -> dict[str, CommandSource]:
    """Return the commands and groups of a package of acts by name, or the one of a name."""
    spec = find_spec(package)
    sources = {}
    for each in iter_modules(spec.submodule_search_locations if spec else None):
        source = CommandSource(f"{package}.{each.name}")
        if only in (None, _words(each.name)) and (declared := _declared(source.tree)):
            alone = declared == [each.name]
            sources[_words(each.name)] = CommandSource(source.module, each.name) if alone else source
    return sources


def _words(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _declared(tree: ast.Module) -> list[str]:
    """Return the names of the acts that a file declares."""
    return [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and any(
            isinstance(each, ast.Call) and getattr(each.func, "id", "") == "act"
            for each in node.decorator_list
        )
    ]


def _command(name: str, source: CommandSource) -> TyperCommand:
    single = Typer(add_completion=False, pretty_exceptions_enable=False)
    single.command(name)(source.command())
    command = get_command(single)
    assert isinstance(command, TyperCommand)
    return command


def _as_group(source: CommandSource) -> dict[str, Any]:
    """Return what lets a group do something by itself where none of its commands is named."""
    function = source.command()

    def unless_named(ctx: Context, **options: Any) -> Any:
        return None if ctx.invoked_subcommand else function(**options)

    given = signature(function, eval_str=True)
    context = InspectedParameter("ctx", InspectedParameter.POSITIONAL_OR_KEYWORD, annotation=Context)
    parameters = [context, *given.parameters.values()]
    unless_named.__signature__ = given.replace(parameters=parameters)  # type: ignore[attr-defined]
    unless_named.__annotations__ = {each.name: each.annotation for each in parameters}
    single = Typer(add_completion=False, pretty_exceptions_enable=False, invoke_without_command=True)
    single.callback()(unless_named)
    group = get_command(single)
    return {"params": group.params, "callback": group.callback, "invoke_without_command": True}


def _help(source: CommandSource) -> str:
    """Return what a command, or a group, says of itself, from its source."""
    tree = source.tree
    functions = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == source.function
    ]
    return cleandoc(ast.get_docstring(functions[0] if functions else tree) or "")
