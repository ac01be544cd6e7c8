"""Words for members of enumerations that their own names do not give, by class and member."""

from __future__ import annotations

from collections.abc import Mapping

TERMS: Mapping[str, Mapping[str, str]] = {
    "DeviceClass": {"COMPUTERIZED_RNG": "computerized random number generator"},
}
