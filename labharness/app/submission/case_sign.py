"""What changes whenever a dossier may come to something else, told without judging one."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection
from contextlib import suppress

from labharness.app.register import open_register
from labharness.app.run_index import ledger_sign
from labharness.app.workspace import MARKER, Workspace


def case_sign(workspace: Workspace, at_work: Collection[str]) -> str:
    """Return a hash of the register's last record, the settings, and where every ledger and its raw files stand.

    Where it is the same before and after a dossier was judged, and now, the dossier comes to the same: what it takes
    in beside these are only files that nobody changes, of which an alteration is found by whoever opens the submission.

    Parameters
    ----------
    at_work
        Names of the runs with a living runner, whose ledgers grow all the time and are read by no judgment.
    """
    result = hashlib.sha256()
    with open_register(workspace) as register:
        result.update(register.head.encode())
    with suppress(OSError):
        result.update(str((workspace.path / MARKER).stat().st_mtime_ns).encode())
    for folder in workspace.runs():
        result.update(folder.run.encode())
        if folder.run in at_work:
            continue
        with suppress(OSError):
            result.update(repr(ledger_sign(folder)).encode())
            result.update(str(os.stat(f"{folder.path}/raw").st_mtime_ns).encode())  # noqa: PTH116  of ten thousand
    return result.hexdigest()
