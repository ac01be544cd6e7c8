"""Tickets by which a process shows that the worker of a bench started it: each is good once.

The worker hands the ticket to the process through a pipe and keeps its hash in the folder of the bench.  Whoever may only read
that folder cannot make one.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from pathlib import Path

from labharness.errors import EvidenceError
from labharness.evidence.lock import evidence

FILE = "ticket"


def issue_ticket(folder: Path) -> str:
    """Return a ticket of the bench that keeps its files in ``folder``; the one before is void.

    Raises
    ------
    OSError
        If the hash cannot be written.
    """
    ticket = secrets.token_hex(32)
    draft = folder / f"{FILE}.part"
    draft.write_text(_hash(ticket), encoding="ascii")
    draft.replace(folder / FILE)
    return ticket


def redeem_ticket(folder: Path, ticket: str) -> bool:
    """Say whether a ticket is the one that was issued last, and make it void."""
    try:
        issued = evidence(folder, FILE).decode("ascii")
        if not ticket or not hmac.compare_digest(issued, _hash(ticket)):
            return False
        (folder / FILE).unlink()
    except (OSError, EvidenceError, ValueError, TypeError):
        return False
    return True


def _hash(ticket: str) -> str:
    return sha256(ticket.encode()).hexdigest()
