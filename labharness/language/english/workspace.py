"""Sentences about workspaces."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.workspace import Workspaces
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Workspaces.OCCUPIED: "{folder} holds other files. Choose an empty or new folder.",
    Workspaces.NOT_A_WORKSPACE: "{folder} is not a workspace. To make one, run: {command:raw}",
    Workspaces.NOT_LOCATED: "Cannot locate {folder}: {why}. Write its full path.",
    Workspaces.NETWORK_DRIVE: (
        "{folder} is on a network drive ({kind}), which cannot keep evidence. Use a local drive."
    ),
    Workspaces.LOW_SPACE: (
        "The drive of {folder} has {free:size} free, and a run needs {needed:size}. Free disk space, then try again."
    ),
    Workspaces.CHANGE_UNREADABLE: (
        "An interrupted change of {target} cannot be completed, because {file} is damaged. Restore that file from a copy."
    ),
    Workspaces.CHANGE_UNFINISHED: (
        "The change of {target} is on record, and its file is not in place: {why}. "
        "Remove the cause; the next command completes the change."
    ),
}
