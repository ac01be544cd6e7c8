"""The manual and the versions of a program, as :class:`labharness.gui.help.services.HelpServices`."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.app.manual.place import Manual, manual
from labharness.app.versions import versions
from labharness.app.workspace import Workspace


class HelpDesk:
    """What the room Help asks of the product.

    Parameters
    ----------
    workspace
        Whose own checks and adapters are listed with the versions.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def manual(self) -> Manual:
        """Return the manual."""
        return manual()

    def versions(self) -> Mapping[str, str]:
        """Return the versions and hashes that results depend on."""
        return versions(self._workspace.path)
