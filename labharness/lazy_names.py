"""Names of a module that other modules define, each imported when it is first used."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any


def lazy_names(module: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a module that offers what it imports under ``if TYPE_CHECKING``.

    A type checker, an editor and import-linter read these imports as they stand.  At run time nothing is imported
    before it is used: a plug-in loads only what it needs, however much the module offers.

    Parameters
    ----------
    module, file
        ``__name__`` and ``__file__`` of the module.
    """
    offered = _offered(Path(file).read_text(encoding="utf-8"))

    def load(name: str) -> Any:
        if name not in offered:
            raise AttributeError(f"module {module!r} has no attribute {name!r}", name=name)
        owner, original = offered[name]
        value = getattr(import_module(owner), original, None)
        if value is None:
            value = import_module(f"{owner}.{original}")
        setattr(sys.modules[module], name, value)
        return value

    return load, lambda: sorted(offered)


def _offered(source: str) -> dict[str, tuple[str, str]]:
    """Return the module and the name there of each name that a source imports under ``if TYPE_CHECKING``."""
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for block in ast.parse(source).body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
