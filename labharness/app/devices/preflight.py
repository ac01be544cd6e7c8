"""What is refused before the first byte: wrong adapters, a bad disk, a device that is missing or in use.

Devices that are present, for people to choose from.

Simulated devices that people start to practice, each a process of its own.

Whether the clock of this computer is synchronized; asked of the system, never of the network.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote

from labharness.analysis.sampling.catalog import Catalog
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace, device_lock, lock_paths
from labharness.child_processes import command_line, system_program
from labharness.devices.adapter import AdapterInfo, Limited
from labharness.devices.opening import open_transport
from labharness.devices.paths import path_of
from labharness.devices.stream import Transport
from labharness.devices.tap import FrameSink, Limits, Tap
from labharness.errors import DeviceError, DeviceNotFound, InputError, QueueError, StorageError, WrongDevice
from labharness.evidence.lock import is_held
from labharness.evidence.outside import LONGEST_LINE
from labharness.evidence.records.course import AdaptersNamed, StartBody
from labharness.evidence.segments import Direction
from labharness.language.catalog import say
from labharness.model.device import DeviceClass, DeviceIdentity
from labharness.model.observations import CARD_KINDS, InputKnown
from labharness.model.reasons.command import Workspaces
from labharness.model.reasons.conduct import Adapters, Conduct
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.night import Nights
from labharness.model.reasons.run import Runs
from labharness.model.reasons.wire import Wire
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Identify, ValidateCapture
from labharness.runner.acquire import demands
from labharness.runner.channel import choose_adapter, describe

if TYPE_CHECKING:
    from labharness.devices.serial_port import ListedPort
    from labharness.devices.usb.bus import ListedDevice


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
        strange = {
            name for name, value in values.items() if name not in known or not isinstance(value, str | None)
        }
        if needed or strange:
            run = str(values.get("name", ""))
            raise QueueError(Nights.ORDER_UNREADABLE(item=run, fields=tuple(sorted(needed | strange))))
        return cls(**values)


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
    with linked(open_transport(order.device), Limits(identify.timeout_s, identify.timeout_s)) as link:
        device = catalog.adapters[adapter](link)
        identity: DeviceIdentity = device.identify()
        reported = identity.device_class
        planned = frozen.plan.device_class.value
        if reported != planned:
            raise WrongDevice(Conduct.OTHER_CLASS(planned=planned, reported=reported))
        if isinstance(device, Limited) and (exceeding := device.objections(demands(frozen))):
            raise InputError(*exceeding)
        return identity


@contextmanager
def linked(
    transport: Transport,
    limits: Limits,
    look: Callable[[], None] = lambda: None,
    sink: FrameSink | None = None,
) -> Iterator[Tap]:
    """Open a device while it is asked something; what ``look`` raises in between ends it."""
    link = Tap(transport, sink or Unkept(), limits)
    link.watch(look)
    try:
        link.open()
        yield link
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


@dataclass(frozen=True, slots=True)
class DeviceListing:
    """A device that answers, with the URL to use it by."""

    url: str
    title: str
    problem: str = ""
    """Why it cannot be opened."""


def present(usbip_hosts: Iterable[str] = ()) -> list[DeviceListing]:
    """Return the USB devices that an adapter could drive, USB serial ports, and what USB/IP hosts (``HOST:PORT``) export."""
    from labharness.devices.serial_port import list_serial
    from labharness.devices.usb.bus import list_libusb, list_usbip

    result = []
    with suppress(DeviceError):  # no USB on this computer; doctor says so
        result += list_libusb()
    result += map(_port, list_serial())
    for host in usbip_hosts:
        name, _, port = host.rpartition(":")
        if not name or not port.isdigit():
            raise InputError(Wire.NOT_A_HOST(host=host))
        result += list_usbip(name, int(port))
    return [
        DeviceListing(
            each.url,
            f"{each.manufacturer} {each.product} {each.serial}".strip(),
            " ".join(map(say, each.problem)),
        )
        for each in result
    ]


def _port(port: ListedPort) -> ListedDevice:
    """Return a serial port as a device, with what keeps this account from it."""
    from labharness.devices.usb.bus import ListedDevice

    number = "/" + quote(port.serial, safe="") if port.serial else ""
    url = f"serial://{port.vid}:{port.pid}{number}"
    allowed = os.name != "posix" or os.access(port.path, os.R_OK | os.W_OK)
    problem = () if allowed else (Wire.NO_PORT_PERMISSION(link=url, path=port.path),)
    return ListedDevice(url, port.vid, port.pid, port.serial, port.product, port.manufacturer, problem)


PATIENCE_S = 30.0


@dataclass(frozen=True, slots=True)
class SimulatedMachine:
    """A machine that can be simulated."""

    kind: str
    title: str
    device_class: DeviceClass


def simulations(device_class: DeviceClass | None = None) -> tuple[SimulatedMachine, ...]:
    """Return the simulated machines with a port, of one class or of all."""
    from labharness.simulators.catalog import machine_classes

    return tuple(
        SimulatedMachine(kind, machine.TITLE, machine.DEVICE_CLASS)
        for kind, machine in machine_classes().items()
        if machine.KINDS and device_class in (None, machine.DEVICE_CLASS)
    )


@dataclass
class Simulators:
    """Starts simulated devices, and ends at the end those that no run uses."""

    _started: list[tuple[str, subprocess.Popen[str]]] = field(default_factory=list)

    def start(self, kind: str) -> DeviceListing:
        """Start a simulated device and return how it is reached.

        Raises
        ------
        InputError
            If it does not say so in time.
        """
        known = {each.kind: each for each in simulations()}
        process = subprocess.Popen(
            command_line("simulate", kind),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        late = threading.Timer(PATIENCE_S, process.kill)
        late.start()
        try:
            assert process.stdout is not None
            line = process.stdout.readline(LONGEST_LINE)
            url = str(json.loads(line)["url"])
        except (ValueError, KeyError, TypeError, OSError) as error:
            process.kill()
            process.wait()
            raise InputError(Runs.NOT_STARTED(why=f"simulate {kind}")) from error
        finally:
            late.cancel()
            if process.stdout is not None:
                process.stdout.close()  # it says nothing more
        self._started.append((url, process))
        title = known[kind].title if kind in known else kind
        return DeviceListing(url, f"Simulated: {title}")

    def stop(self) -> None:
        """End every device that no run holds; a run at work keeps its device."""
        for url, process in self._started:
            if not is_device_held(url):
                process.terminate()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(2)
        self._started.clear()


UNSYNCHRONIZED = 5
"""``TIME_ERROR`` of adjtimex(2): the clock is not synchronized to a reliable server."""


if sys.platform == "win32":

    def is_synchronized() -> bool | None:
        """Return whether the time service has a source, None where it does not say."""
        try:
            text = subprocess.run(
                [system_program("w32tm.exe"), "/query", "/source"],
                capture_output=True,
                text=True,
                timeout=10,
                check=False,
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return text.returncode == 0 and "Local CMOS Clock" not in text.stdout

else:

    def is_synchronized() -> bool | None:
        """Return whether the kernel calls its clock synchronized, None where it cannot be asked."""
        try:
            library = ctypes.CDLL(None, use_errno=True)
            state = library.adjtimex(ctypes.byref((ctypes.c_long * 64)()))
        except (OSError, AttributeError):
            return None
        return None if state < 0 else state != UNSYNCHRONIZED


class ClockState(StrEnum):
    """What is known of the clock of this computer."""

    SYNCHRONIZED = "synchronized"
    BY_HAND = "set by hand"
    """It is not synchronized, and the settings state that the laboratory sets it."""
    UNSYNCHRONIZED = "not synchronized"
    UNKNOWN = "unknown"
    """The system does not say."""


def clock_state(workspace: Workspace) -> ClockState:
    """Ask the system and the settings of a workspace."""
    synchronized = is_synchronized()
    if synchronized is None:
        return ClockState.UNKNOWN
    if synchronized:
        return ClockState.SYNCHRONIZED
    by_hand = read_settings(workspace).clock_by_hand
    return ClockState.BY_HAND if by_hand else ClockState.UNSYNCHRONIZED


def is_clock_right(workspace: Workspace) -> bool | None:
    """Say whether the clock is synchronized, or set by hand as the settings state; None where the system does not say."""
    state = clock_state(workspace)
    return None if state is ClockState.UNKNOWN else state is not ClockState.UNSYNCHRONIZED


def is_evidence(order: RunOrder | StartBody) -> bool:
    """Say whether the times of a run are evidence: those of a submission, but of no device that is declared as simulated."""
    return bool(order.submission) and not order.simulated


def refuse_wrong_clock(workspace: Workspace, order: RunOrder | StartBody) -> None:
    """Raise :class:`InputError` where the times of a run are evidence and the clock is not right."""
    if is_evidence(order) and clock_state(workspace) is ClockState.UNSYNCHRONIZED:
        raise InputError(Nights.CLOCK_UNSYNCHRONIZED())
