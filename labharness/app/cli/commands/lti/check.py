"""The command ``labharness lti check``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.cli.console import (
    JsonOption,
    print_json,
    screen,
)


def command(
    url: Annotated[str, typer.Argument(help="URL of a device that speaks the interface.")],
    *,
    as_json: JsonOption = False,
) -> int:
    """Test a device for conformance with the Lab Test Interface."""
    from labharness.app.lti_conformance import check_url

    steps = check_url(url)
    if as_json:
        print_json([{"step": one.name, "passed": one.passed, "sentence": one.sentence} for one in steps])
    else:
        for one in steps:
            screen.print("pass " if one.passed else "FAIL ", style="green" if one.passed else "red", end="")
            screen.print(f"{one.name}: {one.sentence}")
    return 0 if all(one.passed for one in steps) else 1
