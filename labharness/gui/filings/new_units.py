"""Units, and where a device was asked its product and software, as entries of the draft."""

from __future__ import annotations

from labharness.app.submission.unit_entry import AskedDevice, slug_of
from labharness.gui.filings.dialogs.units_dialog import UnitsDialog
from labharness.gui.filings.draft_book import DraftBook
from labharness.gui.kit.words import tr

REPORTED = "Reported by the device; the laboratory obtained no hash of its own."


def add_units(book: DraftBook, dialog: UnitsDialog) -> str:
    """Add what a dialog holds as one step that can be undone; returns the key of the last unit."""
    serials, key = dialog.units.serials, ""
    book.stack.beginMacro(tr("add {serials:,} {serials:unit|units}", serials=len(serials)))
    try:
        product = str(dialog.product.currentData() or "")
        asked = dialog.asked
        if not product and asked is not None:
            product = _add_product(book, asked)
        for serial in serials:
            key = book.add(
                "unit",
                id=book.drafted.free_id("unit", slug_of(serial, "unit")),
                product=product,
                serial=serial,
                received=str(dialog.received.value),
                condition=dialog.condition.text(),
            )
    finally:
        book.stack.endMacro()
    return key


def _add_product(book: DraftBook, asked: AskedDevice) -> str:
    """Add the product that a device says it is, and its software; returns the product's id."""
    identity = asked.identity
    name = book.drafted.free_id("product", slug_of(identity.model) or "product")
    book.add(
        "product",
        id=name,
        manufacturer=identity.manufacturer,
        model=identity.model,
        device_class=identity.device_class,
    )
    for text in asked.software:
        book.add(
            "component",
            id=book.drafted.free_id("component", slug_of(f"{name} {text.name}")),
            product=name,
            name=text.name,
            version=text.version,
            medium="",
            algorithm=text.algorithm,
            digest=text.digest,
            obtained=REPORTED,
            taken_over=True,
        )
    return name
