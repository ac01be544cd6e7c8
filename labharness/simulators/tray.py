"""The output tray that an independent reader can look into: what really left the machine, one file a unit."""

from __future__ import annotations

from pathlib import Path

from labharness.evidence.outside import SizeLimit, text_outside
from labharness.model.cards import Order, format_order, parse_order

HANDS = "hands.txt"
"""What a person does to the machine, for one that is a process of its own."""

CONTENTS = "contents.txt"
"""What somebody finds who empties the machine: the cards that come out, then those left inside, a line each."""

KEPT = 256
"""Units that lie in a tray at a time."""


def write_whole(path: Path, text: str) -> None:
    """Write a file so that nobody ever sees a part of it."""
    draft = path.with_name(f".{path.name}.part")
    draft.write_text(text, encoding="utf-8", newline="\n")
    draft.replace(path)


class Tray:
    """Files of the units that left the machine last.

    Parameters
    ----------
    folder
        Where they go; made if it is not there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def show(self, unit: int, order: Order) -> None:
        """Lay down the cards of one unit, counted from 0; those of long ago are gathered up."""
        write_whole(tray_file(self._folder, unit), format_order(order) + "\n")
        tray_file(self._folder, unit - KEPT).unlink(missing_ok=True)

    def lay_open(self, out: Order, left: Order) -> None:
        """Let a person see what comes out of the machine when it is emptied, and what is left inside."""
        write_whole(self._folder / CONTENTS, f"{format_order(out)}\n{format_order(left)}\n")

    def asked(self) -> str:
        """Return what a person at the bench does to the machine just now, or ""."""
        try:
            return text_outside(self._folder / HANDS, SizeLimit.WRITTEN)
        except FileNotFoundError:
            return ""


def lay_hands(folder: Path, action: str) -> None:
    """Do something to the machine beside a tray, or undo it with ""."""
    write_whole(folder / HANDS, action)


def emptied(folder: Path) -> tuple[Order, Order]:
    """Return the cards that come out of the machine beside a tray, and those that are left inside."""
    out, left = text_outside(folder / CONTENTS, SizeLimit.WRITTEN).split("\n")[:2]
    return parse_order(out), parse_order(left)


def tray_file(folder: Path, unit: int) -> Path:
    """Return where the cards of one unit lie."""
    return folder / f"{unit:06d}.txt"


def latest(folder: Path) -> Path | None:
    """Return where the cards lie that left the machine last, or None while there are none."""
    return max(folder.glob("[0-9]*.txt"), default=None)
