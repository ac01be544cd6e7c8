"""A bench whose worker is gone: a person takes it over, says why, and a worker of this computer goes on."""

from __future__ import annotations

import subprocess

from labharness.app.workspace import Workspace
from labharness.child_processes import command_line
from labharness.errors import InputError, StorageError
from labharness.model.reasons.night import Nights
from labharness.model.reasons.run import Runs
from labharness.nights.acts import TakingOverExplained
from labharness.nights.store.audit import Actor
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Queue


def worker_command(workspace: Workspace, bench: str, *, take: bool = False) -> list[str]:
    """Return the command of a worker of this computer."""
    words = ("worker", "--bench", bench, "--workspace", str(workspace.path))
    return command_line(*words, *(["--take"] if take else []))


def explain_taking_over(queue: Queue, actor: Actor, bench: str, why: str) -> int:
    """Put on record why a bench is taken over; returns the fence number that the present worker has.

    Raises
    ------
    LabharnessError
        If no reason is given, or there is no such bench.
    """
    why = " ".join(why.split())[:400]
    if not why:
        raise InputError(Nights.REASON_NEEDED())
    return Benches(queue.database).note(bench, actor, TakingOverExplained(why=why))


def start_worker(workspace: Workspace, bench: str, *, take: bool = False) -> None:
    """Start a worker that outlives this program.

    Raises
    ------
    StorageError
        If it cannot be started.
    """
    log = workspace.path / "benches" / bench
    try:
        log.mkdir(parents=True, exist_ok=True)
        with (log / "worker.txt").open("ab") as output:
            subprocess.Popen(
                worker_command(workspace, bench, take=take),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
    except OSError as error:
        raise StorageError(Runs.NOT_STARTED(why=str(error.strerror))) from error
