"""Open the key with which a person signs a decision: a PKCS#12 file or a token, named in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote

from labharness.app.workspace import Workspace
from labharness.errors import InputError
from labharness.model.reasons.command import Commands

if TYPE_CHECKING:  # it takes a second that most commands need not wait
    from labharness.app.people.keys import Ask
    from labharness.filings.store.rules import Signer

SCHEME = "pkcs11:"


@dataclass(frozen=True, slots=True)
class DeciderKey:
    """The key with which a person signs a decision.

    Parameters
    ----------
    key
        Path of a PKCS#12 file, or ``pkcs11:`` with token, object and driver; "" for none.
    passphrase
        It is kept nowhere and stands in no text of this.
    """

    key: str = ""
    passphrase: str = field(default="", repr=False)

    @property
    def given(self) -> dict[str, Any]:
        """The parameters of an act that is signed with it."""
        return {"key": self.key, "ask": lambda _: self.passphrase}


@contextmanager
def decider(workspace: Workspace, key: str, ask: Ask) -> Iterator[Signer | None]:
    """Open the key that a text names, none for an empty one.

    Parameters
    ----------
    key
        Path of a PKCS#12 file, or ``pkcs11:token=NAME;object=KEY?module-path=DRIVER``.
    ask
        Asks for the pass phrase where the system's key store has none.

    Raises
    ------
    InputError
        If a token is not named completely.
    SignatureError
        If the key cannot be opened.
    """
    if not key:
        yield None
        return
    from labharness.app.people import keys
    from labharness.app.people.signed_decisions import deciding_with

    if not key.startswith(SCHEME):
        yield deciding_with(workspace.path, keys.open_file(Path(key), ask))
        return
    path, _, query = key.removeprefix(SCHEME).partition("?")
    named = dict(part.partition("=")[::2] for part in path.split(";"))
    (module,) = parse_qs(query).get("module-path", [""])
    if not (named.get("token") and named.get("object") and module):
        raise InputError(Commands.TOKEN_KEY_INCOMPLETE(got=key[:200]))
    token, label = unquote(named["token"]), unquote(named["object"])
    with keys.open_token(Path(module), token, label, ask) as opened:
        yield deciding_with(workspace.path, opened)
