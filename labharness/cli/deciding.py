"""The key with which a person signs a decision of the register."""

from __future__ import annotations

import getpass
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from labharness.acts import parameters
from labharness.app.people.decider_key import decider
from labharness.app.workspace import Workspace

if TYPE_CHECKING:  # it takes a second that most commands need not wait
    from labharness.filings.store.rules import Signer

KeyOption = parameters.KeyOption


def signer(workspace: Workspace, key: str) -> AbstractContextManager[Signer | None]:
    """Open the key that an option names; the pass phrase comes from a prompt or the system's key store."""
    return decider(workspace, key, getpass.getpass)
