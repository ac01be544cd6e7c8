"""What is refused before the first byte: wrong adapters, a bad disk, a device that is missing or in use."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, Self

from labharness.analysis.sampling.catalog import Catalog
from labharness.app.workspace import Workspace, device_lock, lock_paths
from labharness.devices.adapter import AdapterInfo, Limited
from labharness.devices.opening import open_transport
from labharness.devices.paths import path_of
from labharness.devices.tap import Limits, Tap
from labharness.errors import DeviceError, DeviceNotFound, InputError, QueueError, StorageError, WrongDevice
from labharness.evidence.lock import is_held
from labharness.evidence.records.course import AdaptersNamed
from labharness.evidence.segments import Direction
from labharness.model.device import DeviceIdentity
from labharness.model.observations import CARD_KINDS, InputKnown
from labharness.model.reasons.adapter import Adapters
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.night import Nights
from labharness.model.reasons.run import Runs
from labharness.model.reasons.wire import Wire
from labharness.model.reasons.workspace import Workspaces
from labharness.plans.frozen import FrozenPlan
from labharness.plans.stages import Identify, ValidateCapture
from labharness.runner.acquire import demands
from labharness.runner.channel import choose_adapter, describe

LEAST_FREE = 256 << 20
"""Bytes that must be free before a run begins."""
SILENT = ("file", "capture")
"""Schemes of what is not asked before the run: a stream of bytes that each reading uses up, and a recording."""
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
    reader_adapter
        Adapter of the reader, None for the only one that fits its URL.
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
    reader_adapter: str | None = None

    @classmethod
    def load(cls, values: Mapping[str, Any]) -> Self:
        """Return the order of an item of a queue, where benches of other versions write too.

        Raises
        ------
        QueueError
            If it has fields that this version does not know, or lacks some: what is left of it is another order.
        """
        known = {each.name: each.default for each in fields(cls)}
        needed = {name for name, default in known.items() if default is MISSING} - values.keys()
        strange = {name for name, value in values.items() if name not in known or not _is_text(value)}
        if needed or strange:
            run = str(values.get("name", ""))
            raise QueueError(Nights.ORDER_UNREADABLE(item=run, fields=tuple(sorted(needed | strange))))
        return cls(**values)


def _is_text(value: object) -> bool:
    return value is None or isinstance(value, str)


def fitting_adapters(catalog: Catalog, frozen: FrozenPlan, order: RunOrder) -> AdaptersNamed:
    """Return what the start record says of the adapters; raises :class:`InputError` where none can do it."""
    device = choose_adapter(catalog, order.device, reader=False, name=order.adapter)
    info = catalog.adapter_info(device)
    wanted = {stage.observes for stage in frozen.plan.acquisitions}
    if cannot := sorted(wanted - info.kinds):
        raise InputError(*(Adapters.OTHER_KIND(adapter=info.title, kind=kind) for kind in cannot))
    for stage in frozen.plan.acquisitions:
        if stage.input is InputKnown.READ and not info.source.independent:
            raise InputError(Runs.INPUT_NOT_READ(stage=stage.name))
    if order.reader is None and _needs_reader(frozen, info):
        raise InputError(Runs.READER_NEEDED())
    reader = (
        choose_adapter(catalog, order.reader, reader=True, name=order.reader_adapter)
        if order.reader
        else None
    )
    if order.cards and not (reader and catalog.adapter_info(reader).marks):
        raise InputError(Runs.MARKS_NOT_READ())
    return AdaptersNamed(
        device=describe(info), reader=describe(catalog.adapter_info(reader)) if reader else None
    )


def _needs_reader(frozen: FrozenPlan, device: AdapterInfo) -> bool:
    """Whether a plan reads cards with an instrument of the laboratory."""
    if any(isinstance(stage, ValidateCapture) for stage in frozen.plan.stages):
        return True
    return any(
        stage.independent_reads > 0 or (device.source.independent and stage.observes in CARD_KINDS)
        for stage in frozen.plan.acquisitions
    )


def refuse_unfit_device(
    catalog: Catalog, frozen: FrozenPlan, order: RunOrder, adapter: str
) -> DeviceIdentity | None:
    """Ask a device that can answer who it is and what it can do, and refuse a plan for another class or for more.

    Nothing of it is recorded: the run asks again. Returns who the device says that it is, None where it is not asked.

    Raises
    ------
    WrongDevice
        If the device reports another class than that of the plan.
    InputError
        If the plan asks more than the device declares that it can do.
    DeviceError
        If it does not answer.
    """
    identify = next((stage for stage in frozen.plan.stages if isinstance(stage, Identify)), None)
    answers = not catalog.adapter_info(adapter).source.independent
    if identify is None or not answers or order.device.partition("://")[0] in SILENT:
        return None
    # A name is a short answer: a device that drips bytes must not hold a run that does not exist yet.
    link = Tap(open_transport(order.device), Unkept(), Limits(identify.timeout_s, identify.timeout_s))
    try:
        link.open()
        device = catalog.adapters[adapter](link)
        identity: DeviceIdentity = device.identify()
        reported = identity.device_class
        planned = frozen.plan.device_class.value
        if reported != planned:
            raise WrongDevice(Conduct.OTHER_CLASS(planned=planned, reported=reported))
        if isinstance(device, Limited) and (exceeding := device.objections(demands(frozen))):
            raise InputError(*exceeding)
        return identity
    finally:
        link.close()


@dataclass
class Unkept:
    """Frames that nobody keeps."""

    position: int = 0

    def record(self, direction: Direction, payload: bytes) -> int:  # noqa: ARG002  they are only counted
        """Count a frame."""
        self.position += 1
        return self.position - 1


def check_place(workspace: Workspace, order: RunOrder) -> None:
    """Raise an error that says what to do where the disk or the URLs cannot serve a run."""
    for url in (order.device, order.reader):
        if url is not None:
            open_transport(url)  # only reads the URL; nothing is opened yet
    if order.reader == order.device != OPERATOR:
        raise InputError(Runs.SAME_URL())
    runs = workspace.path / "runs"
    if not os.access(runs, os.W_OK):
        raise StorageError(Inputs.UNWRITABLE(path=str(runs), why=os.strerror(errno.EACCES)))
    free = shutil.disk_usage(runs).free
    if free < LEAST_FREE:
        raise StorageError(Workspaces.LOW_SPACE(folder=str(workspace.path), free=free, needed=LEAST_FREE))


@contextmanager
def held(device: str, reader: str | None) -> Iterator[None]:
    """Hold device and reader for this process, and refuse what is not there before anything is recorded."""
    with ExitStack() as stack:
        for url in (device, reader):
            if url is not None and url != OPERATOR:
                stack.enter_context(device_lock(url, _lock_folder()))
                _probe(url)
        yield


def is_device_held(url: str) -> bool:
    """Say whether a process holds a device, by whatever URL; it may let go of it at once."""
    return any(map(is_held, lock_paths(url, _lock_folder())))


def _probe(url: str) -> None:
    """Open and close a channel once, so that a wrong or missing one is refused before a run exists."""
    if url.startswith("file://"):  # opening one can have an effect, such as taking bytes from a pipe
        if not os.access(path_of(url), os.R_OK):
            why = errno.EACCES if Path(path_of(url)).exists() else errno.ENOENT
            raise DeviceNotFound(Wire.NO_PATH(link=url, why=os.strerror(why)))
        return
    transport = open_transport(url)
    try:
        transport.open()
    except DeviceError:
        transport.close()
        raise
    transport.close()


def _lock_folder() -> Path:
    """Return the folder for locks that all accounts of this computer share."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("PROGRAMDATA", "C:\\ProgramData")) / "labharness" / "locks"
        folder.mkdir(parents=True, exist_ok=True)
    else:
        places = [place for place in map(Path, ("/run/lock", "/var/lock")) if place.is_dir()]
        usable = (place for place in places if _is_sticky(place) and os.access(place, os.W_OK))
        folder = next(usable, Path("/tmp")).resolve()  # noqa: S108  a lock file is made without following links
    return folder


def _is_sticky(folder: Path) -> bool:
    """Whether a folder belongs to the system and lets nobody remove the files of others."""
    status = folder.stat()
    return status.st_uid == 0 and bool(status.st_mode & stat.S_ISVTX)
