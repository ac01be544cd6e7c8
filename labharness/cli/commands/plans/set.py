"""The command ``labharness plans set``."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Annotated

import typer

from labharness.cli.console import JsonOption, print_json, screen
from labharness.errors import PlanError, StorageError
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.games.documents import read_toml
from labharness.model.reasons.inputs import Inputs
from labharness.plans.written.edits import put, remove
from labharness.plans.written.named_keys import key_path


def command(
    file: Annotated[Path, typer.Argument(help="Plan file.")],
    key: Annotated[str, typer.Argument(help="Key, such as title, game.decks or 'stages shuffles.units'.")],
    value: Annotated[
        str | None, typer.Argument(help="Value as TOML; leave it out to remove the key.")
    ] = None,
    *,
    as_json: JsonOption = False,
) -> None:
    """Set one field of a plan file; every other byte stays as it is."""
    try:
        content = read_outside(file, SizeLimit.WRITTEN)
    except OSError as error:
        raise PlanError((Inputs.FILE_UNREADABLE(path=str(file), why=str(error.strerror)),)) from error
    path = key_path(key, read_toml(content, file.name))
    text = content.decode("utf-8")
    changed = remove(text, path) if value is None else put(text, path, _value(value))
    try:
        file.write_bytes(changed.encode("utf-8"))
    except OSError as error:
        raise StorageError(Inputs.UNWRITABLE(path=str(file), why=str(error.strerror))) from error
    if as_json:
        print_json({"file": str(file), "key": key, "changed": changed != text})
        return
    screen.print(
        f"{file}: {key} {'removed' if value is None else f'= {json.dumps(_value(value), default=str)}'}."
    )


def _value(text: str) -> object:
    """Return what a value means as TOML; what is none is text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
