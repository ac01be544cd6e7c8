"""The act ``labharness about``."""

from __future__ import annotations

from labharness.acts.declaring import Seat, WindowControl, act, tr
from labharness.acts.gates import OUTSIDE
from labharness.acts.parameters import DEFAULT_WORKSPACE, WorkspaceOption, workspace_or_none


@act(
    OUTSIDE,
    WindowControl("Help", tr("About labharness")),
    shown=lambda versions: [f"{name}: {version}" for name, version in versions.items()],
)
def about(_: Seat, *, workspace: WorkspaceOption = DEFAULT_WORKSPACE) -> dict[str, str]:
    """Print the versions and hashes that results depend on, those of plug-ins included."""
    from labharness.app.versions import versions

    space = workspace_or_none(workspace)
    return versions(space.path if space else None)
