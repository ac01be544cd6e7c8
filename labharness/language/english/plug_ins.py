"""Sentences about plug-ins."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.plug_ins import PlugIns
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    PlugIns.NAMED_TWICE: "{files} have the same name, {name}. Rename one of them.",
    PlugIns.NOT_LOADED: "{file} cannot be loaded: {why}. Correct or remove it.",
    PlugIns.MISNAMED: "{file} holds {names}. It must hold one plug-in, named {name} as the file is.",
    PlugIns.UNMARKED: "{file} holds no plug-in. Put the decorator with the name {name} above its class, "
    "or begin the file's name with an underscore.",
    PlugIns.UNTRUSTED: "{file} is not trusted, and none of its code runs. Read the file, then run: labharness plug-ins trust.",
    PlugIns.OTHER_THAN_TRUSTED: "{file} has changed since it was trusted, and none of its code runs. Read the file, then run: "
    "labharness plug-ins trust.",
    PlugIns.CHANGED: "{file} has changed since the run began.",
    PlugIns.MISSING: "{file} is missing; the run used it.",
}
IN_WINDOW: Mapping[Code, str] = {
    PlugIns.UNTRUSTED: "{file} is not trusted, and none of its code runs. Read the file, then choose Trust plug-ins… in Settings.",
    PlugIns.OTHER_THAN_TRUSTED: "{file} has changed since it was trusted, and none of its code runs. Read the file, then choose "
    "Trust plug-ins… in Settings.",
}
