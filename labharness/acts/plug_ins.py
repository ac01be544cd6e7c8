"""Code of the workspace's plug-ins: what there is, and what may run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from labharness.acts.declaring import Agree, Hear, Shown, WindowControl, act, silent, tr, unasked
from labharness.acts.gates import EVERYBODY
from labharness.app.outside import trusted
from labharness.app.outside.trusted import CodeFile, code_files
from labharness.app.workspace.workspace import Workspace


def _listing(files: Sequence[CodeFile]) -> Iterator[Shown]:
    for each in files:
        yield f"{each.sha256}  {each.name}: {each.standing.value}"
    if not files:
        yield "The workspace has no plug-in with code."


@act(
    EVERYBODY,
    WindowControl("Settings", tr("Files with code")),
    shown=_listing,
    values=lambda files: [
        {"file": each.name, "sha256": each.sha256, "standing": each.standing} for each in files
    ],
)
def list_(workspace: Workspace) -> tuple[CodeFile, ...]:
    """List the files with code among the workspace's plug-ins, and whether they are trusted."""
    return code_files(workspace.path)


@dataclass(frozen=True, slots=True)
class TrustedCode:
    """The list that was written, None where nobody agreed, and the files that are trusted."""

    list: Path | None
    files: tuple[CodeFile, ...]


def _trusted(code: TrustedCode) -> Iterator[Shown]:
    yield f"{code.list}: {len(code.files)} files are trusted." if code.list else "Nothing was changed."


@act(
    EVERYBODY,
    WindowControl("Settings", tr("Trust plug-&ins…")),
    each=lambda file: (f"{file.sha256}  {file.name}: {file.standing.value}",),
    shown=_trusted,
    values=lambda code: {
        "list": str(code.list) if code.list else None,
        "trusted": [each.name for each in code.files],
    },
    code=lambda code: 0 if code.list else 2,
)
def trust(
    workspace: Workspace,
    *,
    nothing: bool = False,
    yes: bool = False,
    files: Sequence[CodeFile] | None = None,
    hear: Hear = silent,
    agree: Agree = unasked,
) -> TrustedCode:
    """Trust the code of the workspace's plug-ins as it is now; it runs with all your rights.

    The files are shown first. A file that changes, or is added, is not trusted until this is done again.
    """
    shown = tuple(code_files(workspace.path) if files is None else files)
    wanted = () if nothing else shown
    for each in wanted:
        hear(each)
    if wanted and not yes and not agree("Have you read these files, and do you trust them?"):
        return TrustedCode(None, ())
    return TrustedCode(trusted.trust(workspace.path, wanted), wanted)
