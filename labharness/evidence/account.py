"""Accounts of the operating system: whose program acts, and to whom the files that it makes are open."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

OWNER, GROUP = 0o077, 0o007
"""Permissions that new files and folders lack: those of all others, or of all outside the group."""


if sys.platform == "win32":
    import ctypes

    def own_account() -> str:
        """Return the account that this program runs as, whatever its environment says."""
        size = ctypes.c_ulong(257)
        name = ctypes.create_unicode_buffer(size.value)
        known = ctypes.windll.advapi32.GetUserNameW(name, ctypes.byref(size))
        return name.value if known else ""

    def account_of(number: int) -> str:  # noqa: ARG001  files name no account by a number
        """Return "", as Windows numbers no accounts."""
        return ""

else:
    import pwd

    def own_account() -> str:
        """Return the account that this program runs as, whatever its environment says."""
        return account_of(os.geteuid())

    def account_of(number: int) -> str:
        """Return the name of an account by its number, or the number of one without a name."""
        try:
            return pwd.getpwuid(number).pw_name
        except KeyError:
            return f"uid {number}"


def keep_private(folder: Path) -> None:
    """Keep what this program creates from now on from other accounts; on Windows, folders pass on their own rights.

    Parameters
    ----------
    folder
        Where it works. Its set-group-id bit shares it with a group: new files are then open to that group.
    """
    if sys.platform != "win32":
        shared = folder.is_dir() and folder.stat().st_mode & stat.S_ISGID
        os.umask(GROUP if shared else OWNER)


def user() -> str:
    """Return who is logged in, for the record."""
    return os.environ.get("USER") or os.environ.get("USERNAME") or own_account() or "unknown"
