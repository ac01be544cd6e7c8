"""Files from a watched folder, each delivered whole after a line with its name."""

from __future__ import annotations

from labharness.devices.adapter import Link
from labharness.devices.untrusted import printable
from labharness.errors import ProtocolError
from labharness.model.reasons.adapter import Adapters

NAME_PREFIX = "# file: "
MAX_FILE = 1 << 20
"""Longest file in bytes, the line with its name included."""


def read_named_file(link: Link) -> tuple[str, str]:
    """Read the next file.

    Returns
    -------
    tuple
        Its name, fit for records, and its text.

    Raises
    ------
    ProtocolError
        If the file is too long, is not text, or has no name.
    """
    data = link.read(MAX_FILE)
    if len(data) >= MAX_FILE:
        raise ProtocolError(Adapters.FILE_TOO_LONG(limit=MAX_FILE))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProtocolError(Adapters.NOT_TEXT()) from error
    first, _, rest = text.partition("\n")
    if not first.startswith(NAME_PREFIX):
        raise ProtocolError(Adapters.NAME_MISSING())
    return printable(first.removeprefix(NAME_PREFIX).strip(), 200), rest
