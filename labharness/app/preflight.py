"""What is refused before the first byte: wrong adapters, a bad disk, a device that is missing or in use."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from labharness.analysis.sampling.catalogue import Catalogue
from labharness.app.workspace import Workspace, device_lock
from labharness.devices.opening import open_transport
from labharness.devices.paths import path_of
from labharness.errors import DeviceError, DeviceNotFound, InputError, StorageError
from labharness.evidence.records.course import AdaptersNamed
from labharness.model.observations import CARD_KINDS, InputKnown
from labharness.plans.frozen import FrozenPlan
from labharness.runner.channel import choose_adapter, describe

LEAST_FREE = 256 << 20
"""Bytes that must be free before a run begins."""
OPERATOR = "operator://"
"""People can be device and reader at once, and serve several runs."""


@dataclass(frozen=True, slots=True)
class RunOrder:
    """What somebody wants run.

    Parameters
    ----------
    plan
        Path of a plan file, or the id of a packaged one.
    device, reader
        URLs; ``reader`` is None where the plan needs none.
    simulated
        What is said of a simulation in the start record and on the report, or "".
    cards
        Path of the card-set file of marked stock, None where the reader writes cards as they are.
    submission
        Id of the submission that the run is part of, or "".
    """

    plan: str
    device: str
    reader: str | None = None
    name: str | None = None
    operator: str = ""
    adapter: str | None = None
    simulated: str = ""
    cards: str | None = None
    submission: str = ""


def fitting_adapters(catalogue: Catalogue, frozen: FrozenPlan, order: RunOrder) -> AdaptersNamed:
    """Return what the start record says of the adapters; raises :class:`InputError` where none can do it."""
    device = choose_adapter(catalogue, order.device, reader=False, name=order.adapter)
    info = catalogue.adapter_info(device)
    wanted = {stage.observes for stage in frozen.plan.acquisitions}
    if not wanted <= info.kinds:
        cannot = ", ".join(sorted(wanted - info.kinds))
        raise InputError(
            f"The plan {frozen.plan.id} observes {cannot}, which {info.title} cannot deliver; choose another."
        )
    if order.reader is None and info.source.independent and wanted & set(CARD_KINDS):
        raise InputError(
            f"{info.title} has no port: give the reader of its cards with --reader watch://FOLDER."
        )
    for stage in frozen.plan.acquisitions:
        if stage.input is InputKnown.READ and not info.source.independent:
            raise InputError(
                f"Stage {stage.name} reads every input order, which needs a machine fed by hand; "
                "use input = 'reset' or 'chained' in the plan."
            )
    reader = choose_adapter(catalogue, order.reader, reader=True) if order.reader else None
    if order.cards and not (reader and catalogue.adapter_info(reader).marks):
        raise InputError(
            "No reader of this run writes marks; give one with --reader watch://FOLDER, or leave --cards out."
        )
    return AdaptersNamed(
        device=describe(info), reader=describe(catalogue.adapter_info(reader)) if reader else None
    )


def check_place(workspace: Workspace, order: RunOrder) -> None:
    """Raise an error that says what to do where the disk or the URLs cannot serve a run."""
    for url in (order.device, order.reader):
        if url is not None:
            open_transport(url)  # only reads the URL; nothing is opened yet
    if order.reader == order.device != OPERATOR:
        raise InputError(
            "Device and reader have the same URL; a reader that is not the device itself must read the cards."
        )
    runs = workspace.path / "runs"
    if not os.access(runs, os.W_OK):
        raise StorageError(f"{runs} is not writable; change its permissions or choose another workspace.")
    free = shutil.disk_usage(runs).free
    if free < LEAST_FREE:
        raise StorageError(
            f"Only {free >> 20} MiB are free in {workspace.path}; free {LEAST_FREE >> 20} MiB first."
        )


@contextmanager
def held(device: str, reader: str | None) -> Iterator[None]:
    """Hold device and reader for this process, and refuse what is not there before anything is recorded."""
    with ExitStack() as stack:
        for url in (device, reader):
            if url is not None and url != OPERATOR:
                stack.enter_context(device_lock(url, _lock_folder()))
                _probe(url)
        yield


def _probe(url: str) -> None:
    """Open and close a channel once, so that a wrong or missing one is refused before a run exists."""
    if url.startswith("file://"):  # opening one can have an effect, such as taking bytes from a pipe
        if not os.access(path_of(url), os.R_OK):
            raise DeviceNotFound(
                f"{url} is not there or may not be read; correct the path or its permissions."
            )
        return
    transport = open_transport(url)
    try:
        transport.open()
    except DeviceError:
        transport.close()
        raise
    transport.close()


def user() -> str:
    """Return who is logged in, for the record."""
    return os.environ.get("USER") or os.environ.get("USERNAME") or "unknown"


def _lock_folder() -> Path:
    return Path(tempfile.gettempdir()) / f"labharness-locks-{user()}"
