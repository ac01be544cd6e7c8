"""The XML reports of GAT 3.50: the special functions that a device offers, and the checksums of its components.

A report is untrusted text: a document type or an entity declaration is refused, and depth and sizes are bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

# Declarations are refused before they can expand, so expat reads only elements and text.
from xml.parsers import expat

from labharness.devices.untrusted import printable
from labharness.errors import ProtocolError
from labharness.model.reasons.gat import Gat

DEEPEST, MOST_ELEMENTS, LONGEST_TEXT = 16, 50_000, 512
"""Bounds of a report: nested elements, elements, and characters of each text."""
LONGEST_CHECKSUM = 128
"""Hexadecimal digits of SHA-512."""


@dataclass(frozen=True, slots=True)
class SpecialFunction:
    """A function that a device offers, such as ``Component`` with the component's name and a seed."""

    feature: str
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportedComponent:
    """A component with the checksum that the device calculated; "" for the name or the checksum where it gave none.

    The checksum is upper case and without spaces.  It is what the device sent, so it need not be hexadecimal.
    """

    name: str
    checksum: str


def read_functions(report: bytes) -> tuple[SpecialFunction, ...]:
    """Read the answer to ``Get Special Functions``.

    Raises
    ------
    ProtocolError
        If it is not such a report.
    """
    root = _parse(report, "SpecialFunctions")
    return tuple(
        SpecialFunction(each.first("Feature"), tuple(each.text for each in each.named("Parameter")))
        for each in root.named("Function")
    )


def read_components(report: bytes) -> tuple[ReportedComponent, ...]:
    """Read an authentication response.

    Raises
    ------
    ProtocolError
        If it is not such a report.
    """
    return tuple(
        ReportedComponent(
            each.first("Name"), "".join(each.first("Checksum").split()).upper()[:LONGEST_CHECKSUM]
        )
        for each in _parse(report, "Components").anywhere("Component")
    )


@dataclass(slots=True)
class _Element:
    name: str
    text: str = ""
    children: list[_Element] = field(default_factory=list)

    def named(self, name: str) -> Iterator[_Element]:
        return (each for each in self.children if each.name == name)

    def first(self, name: str) -> str:
        return next((each.text for each in self.named(name)), "")

    def anywhere(self, name: str) -> Iterator[_Element]:
        for each in self.children:
            if each.name == name:
                yield each
            else:
                yield from each.anywhere(name)


class _Reader:
    """Builds the tree of a report within its bounds."""

    def __init__(self) -> None:
        self.root = _Element("")
        self._open = [self.root]
        self._elements = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        del attributes
        self._elements += 1
        if len(self._open) > DEEPEST or self._elements > MOST_ELEMENTS:
            raise ProtocolError(Gat.REPORT_TOO_LARGE())
        element = _Element(name)
        parent = self._open[-1]
        parent.text = parent.text.strip()  # the indentation between children counts for nothing
        parent.children.append(element)
        self._open.append(element)

    def end(self, name: str) -> None:
        del name
        element = self._open.pop()
        element.text = printable(element.text.strip(), LONGEST_TEXT)

    def characters(self, text: str) -> None:
        element = self._open[-1]
        if len(element.text) + len(text) > LONGEST_TEXT:
            raise ProtocolError(Gat.REPORT_TOO_LARGE())
        element.text += text

    def declared(self, *_: object) -> None:
        raise ProtocolError(Gat.DECLARATION())


def _parse(report: bytes, name: str) -> _Element:
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.characters
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = reader.declared
    try:
        parser.Parse(report, True)  # noqa: FBT003  the signature of expat
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise ProtocolError(Gat.NOT_A_REPORT(why=printable(str(error)))) from error
    if [each.name for each in reader.root.children] != [name]:
        raise ProtocolError(Gat.OTHER_REPORT(expected=name))
    return reader.root.children[0]
