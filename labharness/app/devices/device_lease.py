"""One computer at a time drives a device on the network: a lease in the queue that computers share."""

from __future__ import annotations

import logging
import platform
import secrets
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from labharness.app.devices.preflight import OPERATOR
from labharness.app.workspace.register import database_place, open_queue, password_of
from labharness.app.workspace.settings import identity as workspace_id
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.devices.identity import identities
from labharness.errors import QueueError, WorkspaceError
from labharness.evidence.simulation import signs_of_url
from labharness.model.device import HARDWARE, DeviceIdentity
from labharness.model.reasons.night import Nights

if TYPE_CHECKING:
    from labharness.nights.store.leases import Holder, Leases


_LOG = logging.getLogger(__name__)
RENEW_S = 30.0
"""Seconds between two renewals, four in the time of a lease."""
ON_NETWORK = ("tcp", "tls", "usbip")
"""Schemes of devices that several computers can reach."""


class DeviceLease:
    """What a process holds of a shared queue while it drives devices.

    Parameters
    ----------
    open_leases
        Opens the leases; raises :class:`QueueError` while their database is away.  Without it nothing is held.
    holder
        Who this process is.
    on_lost
        Called, on a thread of its own, where another computer drives a device since.
    away_allowed
        Whether devices may be driven while the database is away; the leases are taken when it is back.
    every_s
        Seconds between two renewals.
    """

    def __init__(
        self,
        open_leases: Callable[[], Leases] | None = None,
        holder: Holder | None = None,
        on_lost: Callable[[], None] = lambda: None,
        *,
        away_allowed: bool = False,
        every_s: float = RENEW_S,
    ) -> None:
        self._open, self._holder, self._on_lost = open_leases, holder, on_lost
        self._away_allowed, self._every_s = away_allowed, every_s
        self._devices: tuple[str, ...] = ()
        self._lost: QueueError | None = None
        self._busy, self._over = threading.Lock(), threading.Event()

    def take(self, *devices: str) -> None:
        """Take further devices, and begin to renew the leases; raises :class:`QueueError` where another has one."""
        first, self._devices = not self._devices, (*self._devices, *devices)
        try:
            self._take()
        except QueueError as error:
            if not self._away_allowed or _is_anothers(error):
                raise
        if first:
            threading.Thread(target=self._renew, name="device lease", daemon=True).start()

    def take_unit(self, unit: DeviceIdentity | None) -> None:
        """Take a device by its serial number too: it may have several addresses."""
        if self._devices and unit is not None and unit.serial and unit.hardware.casefold() != HARDWARE:
            self.take(f"{unit.manufacturer} {unit.model}, serial {unit.serial}")

    def look(self) -> None:
        """Raise :class:`QueueError` where another computer drives a device since."""
        if self._lost is not None:
            raise self._lost

    def release(self) -> None:
        """Let go of all devices; where the database is away, the leases end by themselves."""
        with self._busy:
            self._over.set()
            if self._devices and self._open is not None and self._holder is not None:
                with suppress(QueueError), self._open() as leases:
                    leases.release(self._holder)

    def _take(self) -> None:
        with self._busy:
            if not self._over.is_set() and self._open is not None and self._holder is not None:
                with self._open() as leases:
                    leases.take(self._devices, self._holder)

    def _renew(self) -> None:
        while not self._over.wait(self._every_s):
            try:
                self._take()
            except QueueError as error:
                if _is_anothers(error):
                    self._lost = error
                    self._on_lost()
                    return
            except Exception:  # noqa: BLE001  whatever it was, a lease that is not renewed goes to somebody else
                _LOG.warning("A lease was not renewed; it is tried again.", exc_info=True)


@contextmanager
def leased(
    workspace: Workspace | None,
    urls: Iterable[str | None],
    run: str = "",
    bench: str = "",
    *,
    interrupts: bool = True,
) -> Iterator[DeviceLease]:
    """Hold devices on the network against other computers, where the workspace has a queue that computers share.

    Parameters
    ----------
    urls
        Of devices and readers; before any of them is opened.
    bench
        Bench whose worker acts, "" for a person.  A bench goes on while the database is away; a person is refused, as
        nobody knows then who drives the device.
    interrupts
        Whether this process is interrupted where another computer drives a device since; otherwise :meth:`DeviceLease.look`
        tells it.

    Raises
    ------
    QueueError
        If another computer drives one of them, or a person's queue does not answer.
    """
    place = database_place(workspace, read_settings(workspace).queue) if workspace is not None else ""
    shared = isinstance(place, str) and bool(place) and not place.startswith("sqlite:")
    devices = [name for url in urls if shared and url and _is_shared(url) for name in identities(url)]
    if workspace is None or not devices:
        yield DeviceLease()
        return

    def open_leases() -> Leases:
        from labharness.nights.store.leases import Leases

        try:  # a queue that was lost gets no table, so that its backup can be restored
            open_queue(workspace).close()
        except WorkspaceError as error:
            raise QueueError(*error.reasons) from error
        return Leases.open(str(place), password_of(str(place)))

    # As where a service is stopped: the device comes to rest, and the run stays resumable.
    on_lost = (lambda: signal.raise_signal(signal.SIGTERM)) if interrupts else lambda: None
    lease = DeviceLease(open_leases, _holder(workspace, run), on_lost, away_allowed=bool(bench))
    try:
        lease.take(*devices)
        yield lease
    finally:
        lease.release()


def _is_shared(url: str) -> bool:
    """Say whether other computers can reach a device: a loopback and an emulated one they cannot."""
    return url != OPERATOR and url.partition("://")[0] in ON_NETWORK and not any(signs_of_url(url))


def _is_anothers(error: QueueError) -> bool:
    return error.reasons[0].is_a(Nights.DEVICE_LEASED)


def _holder(workspace: Workspace, run: str) -> Holder:
    from labharness.nights.store.leases import Holder

    return Holder(secrets.token_hex(16), platform.node(), workspace_id(workspace), run)
