"""The command ``labharness report list``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from labharness.app.issue.report_list import (
    ListedReport,
    is_simulated,
    listed_reports,
    page_count,
    report_standing,
    trust_of,
)
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    shown_standing,
    table,
)
from labharness.language.catalog import term
from labharness.language.dates import brief


def command(
    *,
    trust: Annotated[bool, typer.Option("--trust", help="Verify the signatures of each report too.")] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """List the reports of a workspace, with their signatures and what replaced them."""
    space = Workspace.open(workspace)
    found = listed_reports(space)
    answers = {one.number: trust_of(space, one) for one in found if trust and one.signatures}
    if as_json:
        print_json([_described(space, one) | {"trust": answers.get(one.number)} for one in found])
        return
    shown = table("Report", "Kind", "Built", "Pages", "Verdict", "Signed", "State", *["Trust"] * trust)
    for one in found:
        signed = ", ".join(each.role for each in one.signatures)
        state = f"replaced by {one.replaced_by}" if one.replaced_by else term(one.progress)
        answer = [term(answers[one.number]) if one.number in answers else ""] * trust
        pages, standing = page_count(one.pdf), report_standing(space, one)
        shown.add_row(
            one.number,
            f"{term(one.kind)}, simulated"
            if standing is None and is_simulated(space, one)
            else term(one.kind),
            brief(one.built),
            "" if pages is None else str(pages),
            "" if standing is None else shown_standing(standing),
            signed,
            state,
            *answer,
        )
    screen.print(shown if found else "No report yet. To build one: labharness report build --help")


def _described(space: Workspace, one: ListedReport) -> dict[str, Any]:
    derived = {
        "path": str(one.path),
        "pages": page_count(one.pdf),
        "state": one.progress,
        "next_role": one.next_role,
        "simulated": is_simulated(space, one),
        "standing": report_standing(space, one),
    }
    return asdict(one) | derived
