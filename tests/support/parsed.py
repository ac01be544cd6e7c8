"""Source text of the house and its syntax trees, each read, made and walked once in a process; nobody changes them."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("labharness", "device_adapters", "reports")

parsed = cache(ast.parse)


@cache
def nodes(source):
    """Return every node of a source's tree, as ``ast.walk`` yields them: to walk takes longer than to look."""
    return tuple(ast.walk(parsed(source)))


@cache
def house(*folders):
    """Return the text of every module below some folders of the project, by its path in the project."""
    paths = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}
