"""Words of the fields in which people answer prompts."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.field_words import FieldWords as F

FIELDS: Mapping[str, F] = {
    "prompt.manufacturer": F("Manufacturer", "As the name plate of the device states it."),
    "prompt.model": F("Model", "As the name plate of the device states it."),
    "prompt.serial number": F("Serial number", "As the name plate of the device states it."),
    "prompt.hardware revision": F("Hardware revision", "Empty, where the device states none."),
    "prompt.software name": F("Software name", "As the device shows it."),
    "prompt.software version": F("Software version", "Empty, where the device shows none."),
    "prompt.cards counted": F("Cards counted", "The number that was counted."),
    "prompt.cards expected": F("Cards expected", "The number that there should be."),
    "prompt.cards unloaded": F("Cards unloaded", "The number that came out."),
    "prompt.cards inside": F("Cards inside", "The number that is in the device."),
    "prompt.text on the display": F("Text on the display", "Word for word."),
}
