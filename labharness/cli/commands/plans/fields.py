"""The command ``labharness plans fields``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.planning.fields import PlanField, fields_of, table_models
from labharness.cli.console import JsonOption, print_json, screen
from labharness.errors import InputError
from labharness.model.reasons.inputs import Inputs, Noun


def command(
    part: Annotated[
        str | None,
        typer.Argument(help="Part of a plan, such as plan, game, acquire or checks; default: all."),
    ] = None,
    *,
    as_json: JsonOption = False,
) -> None:
    """Explain the fields of a plan file: what each means, its values, its default and an example."""
    models = table_models()
    if part not in (None, *models):
        raise InputError(Inputs.UNKNOWN(what=Noun.PART, name=str(part), known=tuple(models)))
    found = {name: fields_of(model) for name, model in models.items() if part in (None, name)}
    if as_json:
        print_json({name: [_plain(one) for one in fields] for name, fields in found.items()})
        return
    for name, fields in found.items():
        screen.print(name, style="bold")
        for one in fields:
            values = f" One of: {', '.join(value for value, _ in one.choices)}." if one.choices else ""
            usual = "Required." if one.required else "" if one.default is None else f"Default: {one.default}."
            example = f" Example: {one.example}" if one.example else ""
            screen.print(f"  {one.key}: {one.help}{values} {usual}{example}".rstrip())


def _plain(one: PlanField) -> dict[str, object]:
    return {
        "key": one.key,
        "kind": one.kind,
        "label": one.label,
        "help": one.help,
        "example": one.example,
        "required": one.required,
        "default": one.default,
        "choices": [value for value, _ in one.choices],
    }
