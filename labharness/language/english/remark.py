"""Why a remark about a run is not taken, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.remark import Remarks
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Remarks.LENGTH: "A remark has 1 to {most} characters. Shorten it, or write what you observed.",
}
