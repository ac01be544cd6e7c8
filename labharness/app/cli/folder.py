"""Commands by folder: a module is a command, a package a group, and only what is called is imported."""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.util import find_spec, resolve_name
from inspect import cleandoc
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from typer import Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

COMMANDS = "labharness.app.cli.commands"
FUNCTION = "command"
"""Name of the function in each module; its docstring is the help, its first line the line in the list."""


class CommandFolder(TyperGroup):
    """A group of commands that are the modules and packages of a package.

    The help lists what the files say of themselves, read as text; a module is imported when its command is called.
    An underscore at the end of a module's name, where a word is Python's own, is not part of the command's.

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
        if group:
            return CommandFolder(
                module, name=cmd_name, help=_help(module), no_args_is_help=True, rich_markup_mode="rich"
            )
        single = Typer(add_completion=False, pretty_exceptions_enable=False)
        single.command(cmd_name)(getattr(import_module(module), FUNCTION))
        made = get_command(single)
        assert isinstance(made, TyperCommand)
        return made

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


def _help(module: str) -> str:
    """Return what a module's command, or a package, says of itself, from its source."""
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_bytes())
    functions = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == FUNCTION]
    return cleandoc(ast.get_docstring(functions[0] if functions else tree) or "")
