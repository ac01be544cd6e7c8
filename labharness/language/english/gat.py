"""Sentences of the software authentication protocol GAT."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.gat import Gat
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Gat.LENGTH: "The device sent a frame of length {length}; GAT frames have 4 to 255 bytes. Check the cable and the baud rate.",
    Gat.CRC: "A frame of the device has a wrong CRC. Check the cable and the baud rate.",
    Gat.DATA_LENGTH: "Answer {command} of the device holds {length} {length:byte|bytes} where the protocol has {expected}. Update the firmware.",
    Gat.OTHER_ANSWER: "The device answered {answered} to command {asked}. Restart the device and try again.",
    Gat.OTHER_PART: "The device did not answer with part {part} of its report. Try again.",
    Gat.REFUSED: 'The device refused "{function}" (answer {answer}). Compare with the functions that it lists.',
    Gat.CALCULATION_FAILED: 'The device reports that its calculation for "{function}" failed. Check the names and the seed.',
    Gat.CALCULATION_LATE: 'The device did not finish its calculation for "{function}" within {seconds:duration}. Try again.',
    Gat.NO_RESULT: 'The device has no part {part} of the result of "{function}". Try again.',
    Gat.NOT_SENDABLE: 'GAT cannot carry "{text}". Use at most {limit} printable ASCII characters.',
    Gat.NO_XML: "The device speaks GAT {version} and offers no report in XML. Authenticate dumped images instead.",
    Gat.NOT_A_REPORT: "The report of the device is not valid XML: {why}. Try again.",
    Gat.OTHER_REPORT: "The report of the device does not hold the element {expected}. Update the firmware.",
    Gat.DECLARATION: "The report of the device declares a document type or an entity, which is refused. Update the firmware.",
    Gat.REPORT_TOO_LARGE: "The report of the device is larger than any list of components. Update the firmware.",
}
