"""The act ``labharness selftest``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import UNWATCHED, Meter, Seat, Shown, Tell, act, silent
from labharness.acts.gates import OUTSIDE
from labharness.app.selftest.cases import PARTS, REPLICATES, SEED, SOUGHT_SAMPLES, ValidationOrder
from labharness.language.catalog import say
from labharness.model.reasons.conduct import Doing
from labharness.model.results import ExitCode

if TYPE_CHECKING:
    from labharness.model.validation import Validation


@dataclass(frozen=True, slots=True)
class FiledValidation:
    """A validation, and its files."""

    record: Validation
    files: tuple[Path, Path]


def _shown(filed: FiledValidation) -> Iterator[Shown]:
    record = filed.record
    for fault in record.faults:
        yield f"  - {say(fault)}"
    if not record.complete:
        word = f"PARTIAL, not a validation: {', '.join(record.missing)} not complete"
    else:
        word = f"{len(record.faults)} faults" if record.faults else "No faults"
    yield f"{word}. Filed: {filed.files[0]} and {filed.files[1]}"
    for note in record.notes:
        yield f"  {say(note)}"


def _values(filed: FiledValidation) -> dict[str, Any]:
    record = filed.record
    return {"complete": record.complete, "faults": record.faults, "files": filed.files}


def _code(filed: FiledValidation) -> ExitCode:
    if not filed.record.complete:
        return ExitCode.ERROR
    return ExitCode.FAILED if filed.record.faults else ExitCode.PASSED


@act(
    OUTSIDE,
    "It validates an installation and takes minutes of all processors; whoever installs the program runs it once at a "
    "console.",
    shown=_shown,
    values=_values,
    code=_code,
)
def selftest(
    _: Seat,
    *,
    out: Path = Path(),
    replicates: Annotated[int, typer.Option(min=1)] = REPLICATES,
    sought: Annotated[int, typer.Option(min=1)] = SOUGHT_SAMPLES,
    workers: Annotated[int | None, typer.Option(min=1)] = None,
    seed: Annotated[int, typer.Option(min=0)] = SEED,
    only: Annotated[list[str] | None, typer.Option(help=f"{', '.join(PARTS)}; repeat for several.")] = None,
    tell: Tell = silent,
    progress: Meter = UNWATCHED,
) -> FiledValidation:
    """Validate this installation: reproduce published numbers, and measure false-alarm and detection rates.

    Exit codes: 0 no faults, 1 faults, 3 an error or stopped before completion.
    After a stop from the keyboard, the files contain the complete parts and are marked as partial.
    """
    from labharness.app.plug_ins.discovery import discover
    from labharness.app.selftest.conduct import Work, file_validation, refuse_unwritable

    parts = tuple(each for each in PARTS if each in only) if only and set(only) <= set(PARTS) else only
    order = ValidationOrder(replicates, sought, seed, workers or os.cpu_count() or 1, tuple(parts or PARTS))
    refuse_unwritable(out)
    work = Work(order, discover())

    def begin(part: Doing, total: int) -> Callable[[str, int], None]:
        def hear(name: str, done: int) -> None:
            progress.say(part(name=name))
            progress.at(done, total)

        return hear

    try:
        work.carry_out(begin)
    except KeyboardInterrupt:
        tell("Stopped from the keyboard. Complete parts are kept.")
    finally:  # whatever stopped it, what is whole is kept, and says that it is not all
        record = work.result()
        files = file_validation(record, out)
    return FiledValidation(record, files)
