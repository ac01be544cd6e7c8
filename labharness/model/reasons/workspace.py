"""What a workspace refuses: its folder, its drive, its space."""

from __future__ import annotations

from labharness.reason import Code, refusal


class Workspaces(Code, area="workspace"):
    """Why a folder cannot serve as a workspace."""

    OCCUPIED = refusal(folder=str)
    NOT_A_WORKSPACE = refusal(folder=str, command=str)
    NOT_LOCATED = refusal(folder=str, why=str)
    NETWORK_DRIVE = refusal(folder=str, kind=str)
    LOW_SPACE = refusal(folder=str, free=int, needed=int)
    CHANGE_UNREADABLE = refusal(file=str, target=str)
    CHANGE_UNFINISHED = refusal(target=str, why=str)
