"""The act ``labharness warm``."""

from __future__ import annotations

from importlib import import_module

from labharness.acts.declaring import Seat, act, silent
from labharness.acts.gates import OUTSIDE
from labharness.model.reasons.conduct import Doing
from labharness.reason import OnStep


@act(
    OUTSIDE,
    "It fills a cache that every other command and the window fill by themselves when it is missing.",
    shown=lambda families: (f"{len(families)} families of loops are compiled.",),
)
def warm(_: Seat, *, step: OnStep = silent) -> list[str]:
    """Compile the loops of the checks and store them on disk, so that later commands start at once."""
    from labharness.analysis.laws import kernels
    from labharness.app.plug_ins.discovery import names

    families = names(kernels)
    for name, module in families.items():
        step(Doing.COMPILING(function=name))
        import_module(module)
    return list(families)
