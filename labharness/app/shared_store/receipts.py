"""What this computer knows of the store: which runs have arrived there, and why others have not.

A file of the workspace that may be lost: the runs are then copied again, which reads and compares what is there.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from labharness.app.settings import Settings
from labharness.app.workspace import Workspace
from labharness.errors import EvidenceError
from labharness.evidence.durable import Writing, put
from labharness.evidence.opening import evidence
from labharness.model.reasons.store import Stores
from labharness.reason import Reason, dump_reason, load_reason

FILE = "stored.json"


@dataclass
class Receipts:
    """Runs that have arrived, by name and head, and failures of the last attempt, by name.

    Parameters
    ----------
    place
        What the settings name; receipts of another place count for nothing.
    store
        Id of the store that gave them.
    """

    path: Path
    place: str
    store: str = ""
    arrived: dict[str, str] = field(default_factory=dict)
    failures: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, workspace: Workspace, settings: Settings) -> Receipts:
        """Read the receipts of a workspace; none where they cannot be read or are of another store."""
        receipts = cls(workspace.path / FILE, f"{settings.store} {settings.store_endpoint}".strip())
        try:
            values = json.loads(evidence(workspace.path, FILE))
            if values["place"] == receipts.place:
                receipts.store = str(values["store"])
                receipts.arrived = {str(key): str(utc) for key, utc in values["arrived"].items()}
                for run, value in values["failures"].items():
                    _failure(value)
                    receipts.failures[str(run)] = value
        except (OSError, EvidenceError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            pass
        return receipts

    def holds(self, run: str, head: str) -> bool:
        """Say whether a run has arrived."""
        return f"{run}-{head}" in self.arrived

    def knows(self, run: str) -> bool:
        """Say whether a run of this name has arrived, whatever its head."""
        return any(key.rpartition("-")[0] == run for key in self.arrived)

    def failure(self, run: str) -> tuple[Reason, ...]:
        """Return why the last attempt to copy a run failed, empty where there was none."""
        failure = self.failures.get(run)
        return () if failure is None else (_failure(failure),)

    def begin(self, store: str) -> None:
        """Forget what another store gave."""
        if self.store != store:
            self.store, self.arrived, self.failures = store, {}, {}

    def add(self, run: str, head: str) -> None:
        """Put down that a run has arrived."""
        self.arrived[f"{run}-{head}"] = _now()
        self.failures.pop(run, None)
        self._write()

    def fail(self, runs: Collection[str], why: tuple[Reason, ...], *, lost: bool = False) -> None:
        """Put down why runs were not copied; what is lost in the store is there no more, whenever it arrived."""
        if lost:
            self.arrived = {
                key: utc for key, utc in self.arrived.items() if key.rpartition("-")[0] not in runs
            }
        failure = {"utc": _now(), "why": [dump_reason(each) for each in why]}
        self.failures.update(dict.fromkeys(runs, failure))
        self._write()

    def _write(self) -> None:
        values = {name: getattr(self, name) for name in ("place", "store", "arrived", "failures")}
        with Writing(self.path):
            put(self.path, json.dumps({"schema": 1, **values}).encode())


def _failure(values: dict[str, Any]) -> Reason:
    return Stores.COPY_FAILED(utc=str(values["utc"]), why=tuple(map(load_reason, values["why"])))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
