"""Reasons of authentications of software against a submission."""

from __future__ import annotations

from labharness.reason import Code, doubt, note, open_item, refusal


class Authentications(Code, area="authentication"):
    """What cannot be compared, and what an authentication leaves open."""

    NO_SUCH_RESULT = refusal(component=str, result=str)
    NOTHING_TO_AUTHENTICATE = refusal()
    NOT_AN_IMAGE = refusal(text=str)
    NO_SUCH_UNIT = refusal(unit=str, submission=str, known=tuple[str, ...])
    NO_COMPONENT = refusal(unit=str)
    NO_SUCH_COMPONENT = refusal(component=str, unit=str, known=tuple[str, ...])
    IMAGE_TWICE = refusal(component=str)
    IMAGE_EMPTY = refusal(file=str)

    NOT_REPRODUCED = doubt(authentication=str, submission=str)
    MISMATCH = open_item(authentication=str, serial=str, components=tuple[str, ...])

    ALL_MATCH = note(serial=str, authentication=str)
    DIFFERS = note(serial=str, authentication=str)
    INCOMPLETE = note(serial=str, authentication=str)
    SEED_IGNORED = note(component=str)
    CALCULATED_BY_THE_DEVICE = note()
