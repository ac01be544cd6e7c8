"""Authenticate the software of a unit against the hashes of its submission."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Ask, Shown, Styled, WindowControl, act, silent, tr, unanswered
from labharness.acts.gates import RegisterSeat, on_register
from labharness.acts.headings import ListHead, listing
from labharness.acts.parameters import KeyOption, SubmissionArgument
from labharness.language.catalog import say
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.report import Authentications
from labharness.reason import OnStep

if TYPE_CHECKING:  # they read entries, which the help need not wait for
    from labharness.assessment.authentication import AuthenticationRecord
    from labharness.filings.entries.snapshot import AuthenticatedComponent


COMPARED: tuple[ListHead[AuthenticatedComponent], ...] = (
    ListHead(tr("Component"), lambda each: each.name),
    ListHead(tr("Result"), lambda each: each.result.value.upper()),
    ListHead(tr("By"), lambda each: each.source),
    ListHead(tr("Algorithm"), lambda each: each.algorithm),
    ListHead(tr("Expected"), lambda each: each.expected),
    ListHead(tr("Obtained"), lambda each: each.obtained),
)


def _lines(record: AuthenticationRecord) -> Iterator[Shown]:
    yield from map(say, record.problems)
    yield listing(record.results, *COMPARED)
    yield from (say(Authentications.SEED_IGNORED(component=name)) for name in record.unseeded)
    if record.url:
        yield Styled(say(Authentications.CALCULATED_BY_THE_DEVICE()), "dim")
    yield say(record.conclusion)


def _values(record: AuthenticationRecord) -> dict[str, Any]:
    from labharness.app.devices.authentication import as_json

    return as_json(record)


@act(
    on_register(),
    WindowControl("Submissions", tr("Authenticate…")),
    shown=_lines,
    values=_values,
    code=lambda record: record.exit,
)
def authenticate(
    on: RegisterSeat,
    submission: SubmissionArgument,
    unit: Annotated[str, typer.Argument(metavar="UNIT")],
    *,
    device: Annotated[str, typer.Option(metavar="URL")] = "",
    image: Annotated[list[str] | None, typer.Option(metavar="COMPONENT=FILE")] = None,
    no_seed: bool = False,
    pdf: Path | None = None,
    key: KeyOption = "",
    ask: Ask = unanswered,
    step: OnStep = silent,
) -> AuthenticationRecord:
    """Authenticate the software of a unit against the hashes of its submission, and record the result.

    Exit code 0: every component matches. 1: a component differs. 2: anything is missing or not proven.
    """
    from labharness.app.devices.authentication import AuthenticationOrder
    from labharness.app.devices.authentication import authenticate as compare
    from labharness.app.people.signing import decider

    order = AuthenticationOrder(submission, unit, device, image or (), seeded=not no_seed)
    with decider(on.workspace, key, ask) as signer:
        step(Doing.AUTHENTICATING())
        record = compare(on.workspace, order, on.who, signer)
    if pdf is not None:
        write_pdf(record, pdf)
    return record


def write_pdf(record: AuthenticationRecord, file: Path) -> None:
    """Write the PDF of an authentication for its submission."""
    from labharness.evidence.durable import put_document
    from labharness.reporting.documents.authentication import build_authentication

    put_document(file, build_authentication(record))
