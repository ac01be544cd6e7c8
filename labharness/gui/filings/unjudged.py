"""How a submission stands of which the dossier is not judged."""

from __future__ import annotations

from labharness.gui.kit.run_standing import RunStanding, Tone
from labharness.gui.kit.words import tr
from labharness.language.text import plain

NEW = RunStanding(
    Tone.BUSY,
    tr("New submission"),
    tr(
        "Enter the filing, its products and units, and drop its documents. The draft is kept by itself until you save it."
    ),
)
WAITING = RunStanding(
    Tone.QUIET, tr("Not judged yet"), tr("Its dossier is judged after the dossiers before it.")
)


def standing_of(known: str | None, step: str, *, judging: bool) -> RunStanding:
    """Say how a submission stands of which there are no facts."""
    if known is not None:
        return RunStanding(Tone.UNSURE, tr("Cannot be judged now"), plain(known))
    if not judging:
        return WAITING
    return RunStanding(
        Tone.BUSY,
        tr("Being judged"),
        plain(f"{step[0].upper()}{step[1:]}…") if step else tr("Reading its runs…"),
    )
