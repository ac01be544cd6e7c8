"""labharness warm: compile the inner loops once, so that no night waits for it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from rich.progress import track

from labharness.app.cli.console import notes
from labharness.app.cli.root import app


@app.command()
def warm() -> int:
    """Compile the inner loops of the checks and keep them on disk; after an update, nothing else waits."""
    package = import_module("labharness.analysis.kernels")
    names = [found.name for found in iter_modules(package.__path__)]
    for name in track(names, "Compiling", console=notes, transient=True):
        import_module(f"{package.__name__}.{name}")
    notes.print(f"{len(names)} families of inner loops are compiled.")
    return 0
