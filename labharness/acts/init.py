"""The act ``labharness init``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from labharness.acts.declaring import Seat, Shown, act
from labharness.acts.gates import OUTSIDE
from labharness.app.workspace.workspace import Workspace


def _made(values: dict[str, Any]) -> Iterator[Shown]:
    authority, trust = Path(values["trial_authority"]), values["trust"]
    yield f"The workspace is {values['workspace']}. Next: labharness plans list"
    yield (
        f"{authority.name}/ in it holds a certificate authority FOR TRIALS. Signatures made with its keys prove nothing "
        "about persons."
    )
    yield f"{Path(trust['list']).name} in it lists the authorities that the workspace trusts:"
    for each in trust["sha256"]:
        yield f"  SHA-256 {each}"


@act(
    OUTSIDE,
    "The window makes the usual workspace at its first start; where else a laboratory keeps its evidence is decided once, "
    "by an administrator at a console.",
    shown=_made,
)
def init(_: Seat, folder: Path) -> dict[str, Any]:
    """Make a workspace: the folder that holds runs, submissions and reports, and an authority for trial keys."""
    from labharness.app.people.authority import LIST, TrialAuthority, fingerprint, pin_own, read_list

    workspace = Workspace.init(folder)
    authority, pinned = TrialAuthority.of(workspace.path), workspace.path / LIST
    pin_own(workspace.path)
    return {
        "workspace": str(workspace.path),
        "trial_authority": str(authority.path),
        "trust": {"list": str(pinned), "sha256": list(map(fingerprint, read_list(pinned)))},
    }
