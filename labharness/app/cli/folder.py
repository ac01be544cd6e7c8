"""Commands by folder: a module is a command, a package a group, and only what is called is imported."""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.util import find_spec, resolve_name
from inspect import Parameter as InspectedParameter
from inspect import cleandoc, signature
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from typer import Context, Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

COMMANDS = "labharness.app.cli.commands"
FUNCTION = "command"
"""Name of the function in each module; its docstring is the help, its first line the line in the list."""


class CommandFolder(TyperGroup):
    """A group of commands that are the modules and packages of a package.

    The help lists what the files say of themselves, read as text; a module is imported when its command is called.
    A package whose own file has such a function does that where none of its commands is named. An underscore at the end of a module's name, where a word is Python's own, is not part of the command's.

    Parameters
    ----------
    package
        Full name of the package.
    """

    def __init__(self, package: str = COMMANDS, **attributes: Any) -> None:
        super().__init__(**attributes)
        spec = find_spec(package)
        self._modules = {
            one.name.rstrip("_").replace("_", "-"): (resolve_name(f".{one.name}", package), one.ispkg)
            for one in iter_modules(spec.submodule_search_locations if spec else None)
        }

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands, in order."""
        del ctx
        return sorted(self._modules)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | TyperGroup | None:
        """Import and return a command or, without importing any of its commands, a group; None where there is none."""
        del ctx
        if cmd_name not in self._modules:
            return None
        module, group = self._modules[cmd_name]
        if not group:
            return _command(cmd_name, module)
        own = _as_group(module) if _has_command(module) else {}
        return CommandFolder(
            module,
            name=cmd_name,
            help=_help(module),
            no_args_is_help=not own,
            rich_markup_mode="rich",
            **own,
        )

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help of the group without loading its commands."""
        listed = {
            name: TyperCommand(name, help=_help(module))
            for name, (module, _) in sorted(self._modules.items())
        }
        shown = TyperGroup(
            name=self.name,
            help=self.help,
            params=self.params,
            commands=dict(listed),
            rich_markup_mode=self.rich_markup_mode,
        )
        shown.format_help(ctx, formatter)


def _command(name: str, module: str) -> TyperCommand:
    single = Typer(add_completion=False, pretty_exceptions_enable=False)
    single.command(name)(getattr(import_module(module), FUNCTION))
    made = get_command(single)
    assert isinstance(made, TyperCommand)
    return made


def _as_group(module: str) -> dict[str, Any]:
    """Return what lets a group do something by itself where none of its commands is named."""
    function = getattr(import_module(module), FUNCTION)

    def unless_named(ctx: Context, **options: Any) -> Any:
        return None if ctx.invoked_subcommand else function(**options)

    given = signature(function, eval_str=True)
    context = InspectedParameter("ctx", InspectedParameter.POSITIONAL_OR_KEYWORD, annotation=Context)
    parameters = [context, *given.parameters.values()]
    unless_named.__signature__ = given.replace(parameters=parameters)  # type: ignore[attr-defined]
    unless_named.__annotations__ = {one.name: one.annotation for one in parameters}
    single = Typer(add_completion=False, pretty_exceptions_enable=False, invoke_without_command=True)
    single.callback()(unless_named)
    made = get_command(single)
    return {"params": made.params, "callback": made.callback, "invoke_without_command": True}


def _has_command(module: str) -> bool:
    return any(isinstance(one, ast.FunctionDef) and one.name == FUNCTION for one in _source(module).body)


def _source(module: str) -> ast.Module:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return ast.parse(Path(spec.origin).read_bytes())


def _help(module: str) -> str:
    """Return what a module's command, or a package, says of itself, from its source."""
    tree = _source(module)
    functions = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == FUNCTION]
    return cleandoc(ast.get_docstring(functions[0] if functions else tree) or "")
