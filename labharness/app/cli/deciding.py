"""The key with which a person signs a decision of the register."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import parse_qs, unquote

import typer

from labharness.app.workspace import Workspace
from labharness.errors import InputError
from labharness.model.reasons.command import Commands

if TYPE_CHECKING:  # it takes a second that most commands need not wait
    from labharness.filings.store.rules import Signer

KeyOption = Annotated[
    str,
    typer.Option(
        "--key",
        metavar="KEY",
        help="Key of the person: a PKCS#12 file, or pkcs11:token=NAME;object=KEY?module-path=DRIVER. "
        "The laboratory may require it.",
    ),
]
_SCHEME = "pkcs11:"


@contextmanager
def signer(workspace: Workspace, key: str) -> Iterator[Signer | None]:
    """Open the key that an option names; the pass phrase comes from a prompt or the system's key store."""
    if not key:
        yield None
        return
    from labharness.app.people import keys
    from labharness.app.people.decisions import deciding_with

    if not key.startswith(_SCHEME):
        yield deciding_with(workspace.path, keys.open_file(Path(key), getpass.getpass))
        return
    path, _, query = key.removeprefix(_SCHEME).partition("?")
    named = dict(part.partition("=")[::2] for part in path.split(";"))
    (module,) = parse_qs(query).get("module-path", [""])
    if not (named.get("token") and named.get("object") and module):
        raise InputError(Commands.TOKEN_KEY_INCOMPLETE(got=key[:200]))
    token, label = unquote(named["token"]), unquote(named["object"])
    with keys.open_token(Path(module), token, label, getpass.getpass) as opened:
        yield deciding_with(workspace.path, opened)
