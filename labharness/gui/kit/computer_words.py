"""How the computer stands, in words: its clock, and how long its disk is enough."""

from __future__ import annotations

from labharness.gui.kit.words import tr
from labharness.language.numbers import number, size

CLOCKS = {
    True: tr("clock synchronized"),
    False: tr("clock not synchronized"),
    None: tr("clock state unknown"),
}
MOST_NIGHTS = 999


def disk_text(free: int, night: int) -> str:
    """Return the free disk, and for how many nights like the largest of late it is enough."""
    if night <= 0:
        return tr("{free} free", free=size(free))
    nights = free // night
    about = (
        tr("more than {most_nights} nights", most_nights=number(MOST_NIGHTS))
        if nights > MOST_NIGHTS
        else tr("about {nights:,} {nights:night|nights}", nights=nights)
    )
    return tr("{free} free, {about}", free=size(free), about=about)
