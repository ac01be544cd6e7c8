"""Commands about the workspace, devices and plans: init, doctor, devices, plans."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from labharness.app import services
from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.app.cli.root import app
from labharness.app.devices import present
from labharness.app.discovery import discover
from labharness.app.doctor import examine
from labharness.app.workspace import Workspace
from labharness.errors import PlanError
from labharness.plans.frozen import find_plan

plans_app = typer.Typer(
    help="Test plans: list them, or check a file before it is used.", no_args_is_help=True
)
app.add_typer(plans_app, name="plans")


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(help="An empty or new folder on a local drive.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """Make a workspace: the folder that holds runs, reports and their audit chain."""
    workspace = Workspace.init(folder)
    if as_json:
        print_json({"workspace": str(workspace.path)})
        return
    screen.print(f"The workspace is {workspace.path}. Next: labharness plans list", markup=False)


@app.command()
def doctor(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> int:
    """Look whether this computer can do the job, and say what to do where it cannot."""
    findings = examine(workspace)
    if as_json:
        print_json([asdict(one) for one in findings])
    else:
        for one in findings:
            mark = "[green]ok[/]  " if one.good else "[red]look[/]"
            screen.print(f"{mark} {one.what}: ", end="")
            screen.print(one.sentence, markup=False)
    return 0 if all(one.good or not one.needed for one in findings) else ERROR


@app.command()
def devices(
    *,
    usbip: Annotated[list[str] | None, typer.Option(help="Also ask a USB/IP host, HOST:PORT.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the devices that answer on USB, with the URLs to use them by."""
    found = present(usbip or [])
    if as_json:
        print_json([asdict(one) for one in found])
        return
    if not found:
        screen.print(
            "No device answers on USB. A simulated one: labharness simulate rng --usbip 127.0.0.1:3240"
        )
        return
    shown = table("URL", "Device")
    for one in found:
        shown.add_row(one.url, one.title)
    screen.print(shown)


@plans_app.command("list")
def list_plans(*, as_json: JsonOption = False) -> None:
    """List the plans that come with the product."""
    found = services.plans()
    if as_json:
        print_json([asdict(one) for one in found])
        return
    shown = table("Plan", "Device class", "Game", "Title")
    for one in found:
        shown.add_row(one.id, one.device_class.replace("_", " "), one.game, one.title)
    screen.print(shown)


@plans_app.command("check")
def check_plan(
    file: Annotated[str, typer.Argument(help="A plan file, or the id of a packaged plan.")],
    *,
    as_json: JsonOption = False,
) -> int:
    """Check a plan file and print every mistake at once."""
    try:
        frozen = services.load_plan(file, discover())
    except PlanError as error:
        if as_json:
            print_json({"good": False, "problems": list(error.problems)})
        else:
            for problem in error.problems:
                screen.print(problem, markup=False)
        return ERROR
    if as_json:
        print_json(
            {"good": True, "id": frozen.plan.id, "version": frozen.plan.version, "sha256": frozen.sha256}
        )
    else:
        screen.print(
            f"{frozen.plan.id} version {frozen.plan.version} is good; SHA-256 {frozen.sha256}", markup=False
        )
    return 0


@plans_app.command("copy")
def copy_plan(
    plan: Annotated[str, typer.Argument(help="Id of a packaged plan.")],
    file: Annotated[Path, typer.Argument(help="Where to put the copy, ending in .toml.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """Copy a packaged plan to begin one of your own."""
    content, _ = find_plan(plan)
    if file.exists():
        raise PlanError((f"{file}: it exists already; choose another name.",))
    file.write_bytes(content)
    if as_json:
        print_json({"plan": plan, "file": str(file)})
        return
    screen.print(f"Edit {file}, then: labharness plans check {file}", markup=False)
