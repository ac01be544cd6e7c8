"""What nobody may overlook, in the words in which every report, every command and the window say it."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.simulation import SimulationSign

WATERMARK = "SPECIMEN"
SPECIMEN = f"{WATERMARK} — a rehearsal with simulated devices, not a report"
SIMULATED = "SIMULATED DEVICE — not a submission"
REPLAYED = "REPLAY OF RECORDED BYTES — no device was tested"
UNVERIFIED = "INTEGRITY NOT VERIFIED"
INTERRUPTED = "INTERRUPTED — the record has no end"

_SIGNS = {
    SimulationSign.DECLARED: "declared as “{}”",
    SimulationSign.LOOPBACK: "connected within the computer of the runner: {}",
    SimulationSign.USB_NUMBERS: "USB numbers of the simulators of labharness: {}",
    SimulationSign.HARDWARE: "hardware revision “{}”",
    SimulationSign.BENCH: "prompts answered by the {}",
    SimulationSign.READER: "cards read by the {}",
}


def signs_in_words(signs: Mapping[SimulationSign, str]) -> str:
    """Say what shows that a device was simulated.

    Examples
    --------
    >>> signs_in_words({Sign.USB_NUMBERS: "1209:0001"})
    'Shown by: USB numbers of the simulators of labharness: 1209:0001.'
    """
    items = [_SIGNS[sign].format(shown.rstrip(".")) for sign, shown in signs.items()]
    return f"Shown by: {'; '.join(items)}."
