"""The act ``labharness doctor``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from labharness.acts.declaring import Seat, Shown, Styled, WindowControl, act, tr
from labharness.acts.gates import OUTSIDE
from labharness.acts.parameters import DEFAULT_WORKSPACE, WorkspaceOption

if TYPE_CHECKING:
    from labharness.app.installation.doctor import Diagnosis


def _findings(findings: Sequence[Diagnosis]) -> Iterator[Shown]:
    for each in findings:
        state = Styled("ok  ", "green") if each.good else Styled("look", "red")
        yield state, f" {each.what}: {each.sentence}"


@act(
    OUTSIDE,
    WindowControl("Settings", tr("Examine a&gain")),
    shown=_findings,
    code=lambda findings: 0 if all(each.good or not each.needed for each in findings) else 3,
)
def doctor(_: Seat, *, workspace: WorkspaceOption = DEFAULT_WORKSPACE) -> list[Diagnosis]:
    """Check this computer and list what to fix."""
    from labharness.app.installation.doctor import examine

    return examine(workspace)
