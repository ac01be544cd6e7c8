"""Items of a queue on the screen and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from labharness.app.cli.console import print_json, screen, table
from labharness.language.catalog import say
from labharness.language.dates import day_and_time
from labharness.language.standings import standing_words
from labharness.nights.items import Item, State

ItemArgument = Annotated[
    str, typer.Argument(metavar="ITEM", help="Name of an item, which is that of its run.")
]
BenchOption = Annotated[str, typer.Option("--bench", "-b", help="Name of the bench.")]


def print_items(items: Iterable[Item], *, as_json: bool) -> None:
    """Print items as a table, or as JSON."""
    items = tuple(items)
    if as_json:
        print_json([facts(item) for item in items])
        return
    if not items:
        screen.print(
            "The queue is empty. Add a run with: labharness queue add PLAN --bench NAME --device URL"
        )
        return
    shown = table("Item, plan", "Bench, device", "State", "When and why")
    for item in items:
        shown.add_row(
            f"{item.id}\n{item.order.get('plan', '')}",
            f"{item.bench}\n{item.order.get('device', '')}",
            _state(item),
            "\n".join(_about(item)),
        )
    screen.print(shown)


def facts(item: Item) -> dict[str, Any]:
    """Return an item for :func:`~labharness.app.cli.console.print_json`."""
    values = item.dumped()
    values["reason"], values["standing"] = item.reason, item.standing
    return values


def _state(item: Item) -> str:
    if item.closing is None:
        return f"{item.state.value}{', to be ended' if item.withdrawn and item.state is State.TAKEN else ''}"
    return f"{item.closing.value}{f', {standing_words(item.standing)}' if item.standing else ''}"


def _about(item: Item) -> Iterable[str]:
    if item.reason is not None:
        yield say(item.reason)
    if item.closing is not None or item.state is State.CANCELED:
        return
    if item.due:
        yield f"from {day_and_time(item.due)}"
    if item.until:
        yield f"begins before {day_and_time(item.until)}"
    if item.deadline:
        yield f"over by {day_and_time(item.deadline)}"
    if item.after:
        yield f"after {item.after} {item.need.value}"
    if item.priority:
        yield f"priority {item.priority}"
