"""The act ``labharness about``."""

from __future__ import annotations

from labharness.acts.declaring import WindowControl, act, tr
from labharness.acts.gates import IF_THERE
from labharness.app.workspace.workspace import Workspace


@act(
    IF_THERE,
    WindowControl("Help", tr("About labharness")),
    shown=lambda versions: [f"{name}: {version}" for name, version in versions.items()],
)
def about(workspace: Workspace | None) -> dict[str, str]:
    """Print the versions and hashes that results depend on, those of plug-ins included."""
    from labharness.app.plug_ins.plug_in_files import versions

    return versions(workspace.path if workspace else None)
