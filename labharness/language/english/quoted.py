"""Quoted text, exactly as it was written."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.quoted import Quoted
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {Quoted.TEXT: "{text:raw}"}
