"""The act ``labharness warm``."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from labharness.acts.declaring import Seat, Shown, Tell, act, silent
from labharness.acts.gates import OUTSIDE


def _compiled(families: list[str]) -> Iterator[Shown]:
    yield f"{len(families)} families of loops are compiled."


@act(
    OUTSIDE,
    "It fills a cache that every other command and the window fill by themselves when it is missing.",
    shown=_compiled,
)
def warm(_: Seat, *, step: Tell = silent) -> list[str]:
    """Compile the loops of the checks and store them on disk, so that later commands start at once."""
    from labharness.analysis.laws import kernels
    from labharness.app.plug_ins.discovery import names

    families = names(kernels)
    for name, module in families.items():
        step(f"Compiling {name}")
        import_module(module)
    return list(families)
