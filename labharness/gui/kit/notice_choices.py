"""What a person chooses of notices: the settings show it, and the shell acts by it."""

from __future__ import annotations

from collections.abc import Mapping

ON_DESKTOP, SOUND, REPEAT = "notices/desktop", "notices/sound", "notices/repeat"
"""Names of the choices: notifications of the desktop, one tone, the tone repeated."""
DEFAULTS: Mapping[str, bool] = {ON_DESKTOP: True, SOUND: True, REPEAT: False}
