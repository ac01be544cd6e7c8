"""Options and output of the commands about reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.cli.console import (
    print_json,
    screen,
    shown_standing,
)
from labharness.reporting.banners import SIMULATED, SPECIMEN

if TYPE_CHECKING:  # a signature's libraries take a second that most commands need not wait
    from labharness.app.submission.submission_reports import Issued

ByOption = Annotated[
    str | None, typer.Option("--by", help="Id of the person who acts; default: the login's name.")
]


def print_issued(made: Issued, *, as_json: bool) -> int:
    """Say what the report says; a report that was built is no error, whatever it found."""
    found = made.case.conclusion
    if as_json:
        told: dict[str, Any] = {
            "report": made.number,
            "specimen": made.case.dossier.specimen,
            "path": str(made.bundle.path),
            "outcome": found.outcome.value,
            "standing": made.case.standing,
            "reasons": found.reasons,
            "objections": found.objections,
            "sentences": made.case.words(found.objections),
            "recommendation": found.disposition.id if found.disposition and found.given else None,
            "recommendation_on_file": found.recommendation.disposition if found.recommendation else None,
            "refused": found.refused,
        }
        print_json(told)
        return 0
    dossier = made.case.dossier
    if dossier.specimen:
        screen.print(SPECIMEN, style="bold reverse")
    if dossier.simulated:
        screen.print(f"{SIMULATED}: {', '.join(dossier.simulated)}", style="bold reverse")
    screen.print(shown_standing(made.case.standing), end="  ")
    screen.print(f"{made.number}: {' '.join(made.case.words(found.sentences))}")
    for objection in made.case.words(found.objections):
        screen.print(f"  - {objection}")
    if found.refused:
        screen.print("The recommendation on file is withheld: the open items above prevent it.")
    elif found.disposition:
        screen.print(f"Recommended: {found.disposition.title}.")
    else:
        screen.print("No recommendation is on file.")
    screen.print(str(made.bundle.path / made.bundle.file))
    return 0
