"""What people note about a run after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labharness.acts.declaring import Seat, Shown, WindowControl, act, tr
from labharness.acts.gates import elsewhere
from labharness.acts.parameters import RunArgument
from labharness.filings.entries.entry import Role
from labharness.language.dates import day_and_time

if TYPE_CHECKING:
    from labharness.app.runs.run_comparison import Remark


@dataclass(frozen=True, slots=True)
class Remarked:
    """Remarks about a run: the one that was just made, or all; with the titles of its checks."""

    run: str
    remarks: tuple[Remark, ...]
    titles: Mapping[str, str]


def _remarked(noted: Remarked) -> Iterator[Shown]:
    for each in noted.remarks:
        about = f"{noted.titles.get(each.check, each.check)}: " if each.check else ""
        yield f"{day_and_time(each.utc)}, {each.author}: {about}{each.text}"
    if not noted.remarks:
        yield f"{noted.run}: no remark is on file."


@act(
    elsewhere("the register, where a remark is made", Role.ENGINEER, Role.REVIEWER, Role.AUTHORIZER),
    WindowControl("Results", tr("Annota&te…")),
    shown=_remarked,
    values=lambda noted: {"run": noted.run, "remarks": noted.remarks},
)
def remark(seat: Seat, run: RunArgument, text: str = "", *, check: str = "") -> Remarked:
    """Note something about a run in the register, or list what was noted; the run itself never changes."""
    from labharness.app.plug_ins.check_titles import run_titles
    from labharness.app.runs.run_comparison import add_remark, remarks

    workspace = seat.workspace
    folder = workspace.run(run)
    noted = (
        (add_remark(workspace, folder.run, check, text, seat.by),) if text else remarks(workspace, folder.run)
    )
    return Remarked(folder.run, noted, run_titles(folder, workspace.path))
