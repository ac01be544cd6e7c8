"""Hook of hatchling: a wheel gets the manual's pages, made of ``docs/``; an editable install has the sources beside it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ManualHook(BuildHookInterface):  # type: ignore[type-arg]  # the configuration is not read
    """Makes the manual before the wheel is packed; a broken link stops the build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the pages to what is packed."""
        if version == "editable":
            return
        target = Path(tempfile.mkdtemp(prefix="labharness-manual-")) / "manual"
        subprocess.run(
            [sys.executable, "-m", "labharness.app.manual", str(Path(self.root) / "docs"), str(target)],
            cwd=self.root,
            check=True,
        )
        build_data["force_include"][str(target)] = "labharness/manual"
