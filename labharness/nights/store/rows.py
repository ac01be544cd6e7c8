"""Rows of the queue's tables as items, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from labharness.errors import QueueError
from labharness.model.reasons.night import Nights
from labharness.nights.items import Item


def row_of(item: Item) -> dict[str, Any]:
    """Return an item as a row; an item without an occurrence has NULL there, which no constraint compares."""
    return item.dumped() | {"occurrence": item.occurrence or None}


def item_of(row: sa.RowMapping | Mapping[str, Any]) -> Item:
    """Return a row as an item; raises :class:`QueueError` where it is none."""
    values: dict[str, Any] = {str(name): value for name, value in row.items()}
    values["occurrence"] = values["occurrence"] or ""
    try:
        return Item.load(values)
    except (ValueError, TypeError, LookupError) as error:
        raise QueueError(Nights.ROW_UNREADABLE(item=str(values.get("id")))) from error
