"""Pages and headings of the manual."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.gui.kit.findable import FoundObject, ResultGroup
from labharness.gui.kit.words import tr
from labharness.gui.services import Services
from labharness.model.address import Address, Room


def objects(services: Services) -> Iterator[FoundObject]:
    """Yield the pages, then their headings."""
    manual = services.help.manual()
    for page in manual.pages:
        yield FoundObject(ResultGroup.HELP, page.title, Address(Room.HELP, (page.name,)), tr("manual"))
    for page in manual.pages:
        for section in page.sections:
            if section.anchor:
                yield FoundObject(
                    ResultGroup.HELP,
                    section.heading,
                    Address(Room.HELP, (page.name, section.anchor)),
                    page.title,
                )
