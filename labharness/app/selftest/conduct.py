"""Carry out a validation, part by part; what is not complete is never in it as if it were.

Write a validation down: JSON for programs, PDF for the file, the one hashed in the other.
"""

from __future__ import annotations

import hashlib
import json
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar

from labharness.analysis.sampling.catalog import Catalog
from labharness.app.plug_ins.plug_in_files import versions
from labharness.app.selftest import measuring
from labharness.app.selftest.cases import (
    ALARM,
    DETECTION,
    FALSE_ALARMS,
    PARTS,
    REFERENCES,
    REPLICATES,
    ValidationOrder,
    faults,
)
from labharness.evidence.durable import Writing
from labharness.evidence.records.body import dump
from labharness.model.reasons.inputs import Validations
from labharness.model.validation import (
    CheckRates,
    Conditions,
    Detection,
    ReferenceFound,
    RuleRates,
    Validation,
)
from labharness.reason import Reason
from labharness.testing.published import references
from labharness.testing.samples import Reference

Line = TypeVar("Line")


@dataclass
class Work:
    """A validation while it is made; whoever stops it takes what is whole.

    Parameters
    ----------
    known
        Published numbers, by subject; those of the package if left out.
    """

    order: ValidationOrder
    catalog: Catalog
    known: Iterable[tuple[str, Reference]] | None = None
    _lines: list[Any] = field(default_factory=list, init=False)
    _done: set[str] = field(default_factory=set, init=False)
    _started: datetime = field(default_factory=lambda: datetime.now(UTC), init=False)
    _clock: float = field(default_factory=time.monotonic, init=False)

    def carry_out(self, begin: measuring.Begin) -> None:
        """Compute every part that was asked for."""
        parts: dict[str, tuple[Callable[..., Iterator[Any]], ...]] = {
            REFERENCES: (lambda *_: measuring.reproduced(self._known(), begin),),
            FALSE_ALARMS: (measuring.rates_of_checks, measuring.rates_of_plans, measuring.rates_of_suites),
            DETECTION: (measuring.detections,),
        }
        for part, streams in parts.items():
            for stream in streams if part in self.order.parts else ():
                for line in stream(self.order, self.catalog, begin):
                    self._lines.append(line)  # one by one: whoever stops it takes those that are whole
            self._done |= {part} & {*self.order.parts}

    def _of(self, kind: type[Line]) -> tuple[Line, ...]:
        return tuple(line for line in self._lines if isinstance(line, kind))

    def result(self) -> Validation:
        """Return what there is, in the order in which it is filed."""
        references, checks, rules = self._of(ReferenceFound), self._of(CheckRates), self._of(RuleRates)
        return Validation(
            self.order.seed,
            self.order.replicates,
            self.order.sought,
            ALARM,
            self.order.parts,
            tuple(part for part in self.order.parts if part not in self._done),
            tuple(faults(references, checks, rules)),
            tuple(self._notes()),
            references,
            checks,
            rules,
            self._of(Detection),
            Conditions(
                self._started.isoformat(timespec="seconds"),
                round(time.monotonic() - self._clock, 1),
                platform.node(),
                self.order.workers,
                {**versions(), "numba": metadata.version("numba")},
            ),
        )

    def _known(self) -> list[tuple[str, Reference]]:
        known = list(references() if self.known is None else self.known)
        if not known:
            raise ValueError("no published number to reproduce")
        return known

    def _notes(self) -> Iterator[Reason]:
        rates = [rate for check in self._of(CheckRates) for rate in check.rates]
        rates += [rate for rule in self._of(RuleRates) for rate in rule.rates]
        if rates:
            above = sum(rate.above for rate in rates)
            yield Validations.INTERVALS(intervals=len(rates), above=above)
        if FALSE_ALARMS in self.order.parts and self.order.replicates < REPLICATES:
            yield Validations.TRIAL(least=REPLICATES, replicates=self.order.replicates)
        if left_out := tuple(part for part in PARTS if part not in self.order.parts):
            yield Validations.LEFT_OUT(parts=left_out)


def refuse_unwritable(folder: Path) -> None:
    """Try the folder before the hours whose result it is to take.

    Raises
    ------
    StorageError
        If it cannot be written.
    """
    with Writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass


def file_validation(record: Validation, folder: Path) -> tuple[Path, Path]:
    """Return the paths of the JSON and the PDF file; partial ones have names of their own.

    Raises
    ------
    StorageError
        If the folder cannot be written.
    """
    from labharness.reporting.documents.validation import build_validation

    name = "validation" if record.complete else "validation.partial"
    content = (json.dumps({"complete": record.complete, **dump(record)}, indent=1) + "\n").encode()
    paths = folder / f"{name}.json", folder / f"{name}.pdf"
    pdf = build_validation(record, hashlib.sha256(content).hexdigest())
    with Writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for path, data in zip(paths, (content, pdf), strict=True):
            draft = path.with_suffix(path.suffix + ".part")
            draft.write_bytes(data)
            draft.replace(path)
    return paths
