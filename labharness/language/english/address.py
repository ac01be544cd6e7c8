"""Sentences about addresses of runs, submissions and reports."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.address import Addresses
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Addresses.INVALID: "{text} is not an address of labharness. Copy the whole address and try again.",
    Addresses.NO_PAGE: "This version of the window has no page for {text}. Use the command line.",
    Addresses.NOT_HERE: "{text} does not exist in this workspace. Search for its name.",
    Addresses.OTHER_WORKSPACE: "{text} belongs to workspace {workspace}. Open that workspace first.",
}
