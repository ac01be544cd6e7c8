"""The command ``labharness warm``."""

from __future__ import annotations

from importlib import import_module

from rich.progress import track

from labharness.analysis.laws import kernels
from labharness.app.plug_ins.discovery import names
from labharness.cli.console import notes


def command() -> int:
    """Compile the loops of the checks and store them on disk, so that later commands start at once."""
    families = names(kernels)
    for name in track(list(families.values()), "Compiling", console=notes, transient=True):
        import_module(name)
    notes.print(f"{len(families)} families of loops are compiled.")
    return 0
