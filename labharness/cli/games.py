"""Games in tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from labharness.cli.console import screen, table
from labharness.games.consistency import permitted
from labharness.games.game import Game
from labharness.language.catalog import clause

LONGEST_WORD = 14


def game_facts(one: Game) -> dict[str, Any]:
    """Return a game as JSON."""
    return {
        "id": one.id,
        "title": one.title,
        "chapter": one.chapter,
        "source": one.source,
        "positions": one.positions,
        "sets": [{"id": each.id, "decks": permitted(each), "batches": each.batches} for each in one.sets],
        "tiles": sum(each.total for each in one.tiles),
        "dice": [{"id": each.id, "number": each.number} for each in one.dice],
        "devices": {each.device.value: each.permitted for each in one.devices},
        "outcomes": [each.id for each in one.outcomes],
    }


def equipment(one: Game) -> str:
    """Return what a game is played with, in words."""
    cards = sorted({clause(each.allowed) for each in one.sets})
    tiles = [f"{each.total} tiles" for each in one.tiles]
    dice = [f"{each.number} dice" for each in one.dice]
    return ", ".join((*cards, *tiles, *dice))


def print_rows(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]], whole: int = 1) -> None:
    """Print a table under its title, the first columns unwrapped; nothing where it has no rows."""
    lines = list(rows)
    if not lines:
        return
    shown = table(*heads, whole=whole)
    for column, cells in zip(shown.columns, zip(heads, *lines, strict=True), strict=True):
        # A narrow console folds what is long, such as fractions, before it breaks words.
        column.min_width = min(LONGEST_WORD, max(len(word) for cell in cells for word in cell.split()))
    for line in lines:
        shown.add_row(*line)
    if title:
        screen.print(f"\n{title}", style="bold")
    screen.print(shown)
