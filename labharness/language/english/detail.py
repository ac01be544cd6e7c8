"""Sentences about details of results."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.detail import Details
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Details.EFFECT: "{effect:clause}: {value:figure} ({low:figure} to {high:figure}).",
}
