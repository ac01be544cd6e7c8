"""Reasons for which a plug-in cannot be used."""

from __future__ import annotations

from labharness.reason import Code, note, refusal


class PlugIns(Code, area="plug_ins"):
    """Plug-ins: checks, adapters, sections and layouts, packaged or of others."""

    NAMED_TWICE = refusal(name=str, files=tuple[str, ...])
    NOT_LOADED = refusal(file=str, why=str)
    MISNAMED = refusal(file=str, name=str, names=tuple[str, ...])
    UNMARKED = refusal(file=str, name=str)
    UNTRUSTED = refusal(file=str)
    OTHER_THAN_TRUSTED = refusal(file=str)
    CHANGED = note(file=str)
    MISSING = note(file=str)
