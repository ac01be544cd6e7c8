"""Which computer drives which device: a lease that is renewed while a run is at work, and that ends by itself."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from labharness.database.engine import POSTGRESQL, Database, DatabaseStore, Holding
from labharness.errors import QueueError
from labharness.model.reasons.night import Nights
from labharness.reason import Reason

LEASE_S = 120.0
"""Seconds after which a lease ends that nobody renewed."""
TABLES = sa.MetaData()
LEASE = sa.Table(
    "device_lease",
    TABLES,
    sa.Column("device", sa.String(64), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("token", sa.String(32), nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("workspace", sa.String(80), nullable=False),
    sa.Column("run", sa.Text, nullable=False),
    sa.Column("renewed", sa.Float, nullable=False),
)
"""``device`` is the hash of ``name``, which may be long; ``renewed`` is in seconds of the server's clock."""
LEASES = Holding(
    tables=TABLES,
    revision="d0001",
    version_table="device_lease_version",
    migrations="labharness.nights.store.lease_migrations",
    lock=4_611_640_463,
    refusal=QueueError,
    read_first=False,
)


@dataclass(frozen=True, slots=True)
class Holder:
    """Who drives devices.

    Parameters
    ----------
    token
        What no other holder has.
    host, workspace, run
        The computer, the id of its workspace, and the run, "" for a preflight.
    """

    token: str
    host: str
    workspace: str
    run: str


class Leases(DatabaseStore):
    """The leases of a shared queue.

    Parameters
    ----------
    database
        That of the queue.
    lease_s
        Seconds that a lease lasts.
    """

    HOLDING = LEASES

    def __init__(self, database: Database, lease_s: float = LEASE_S) -> None:
        super().__init__(database)
        self._lease_s = lease_s

    def take(self, devices: Iterable[str], holder: Holder) -> None:
        """Take or renew the leases on devices: all of them, or none.

        A run that was interrupted gets its own lease back at once: the lock of its folder lets one runner of it be at work.

        Raises
        ------
        QueueError
            If another holds one of them and has renewed it in time.
        """
        names = {hashlib.sha256(name.encode()).hexdigest(): name for name in devices}
        mine = LEASE.c.device.in_(names)
        with self.database.writing() as connection:
            # A clock that was set back would keep the lease of a holder that is gone until it comes to that time again.
            now = self._now(connection)
            connection.execute(LEASE.update().where(mine, LEASE.c.renewed > now).values(renewed=now))
        with self.database.writing() as connection:
            now = self._now(connection)
            for row in connection.execute(sa.select(LEASE).where(mine)).mappings():
                if not _is_same(row, holder) and now - row["renewed"] < self._lease_s:
                    raise QueueError(_refusal(row, self._lease_s))
            connection.execute(LEASE.delete().where(mine))
            for device, name in names.items():
                values = {"device": device, "name": name, "renewed": now, **asdict(holder)}
                connection.execute(LEASE.insert().values(values))

    def release(self, holder: Holder) -> None:
        """Let go of everything that a holder has; safe to repeat."""
        with self.database.writing() as connection:
            connection.execute(LEASE.delete().where(LEASE.c.token == holder.token))

    def _now(self, connection: sa.Connection) -> float:
        """Return the server's time, which all computers share; a file has one computer."""
        if self.database.kind != POSTGRESQL:
            return time.time()
        return float(
            connection.execute(sa.select(sa.extract("epoch", sa.func.clock_timestamp()))).scalar_one()
        )


def _is_same(row: sa.RowMapping, holder: Holder) -> bool:
    same_run = (row["host"], row["workspace"], row["run"]) == (holder.host, holder.workspace, holder.run)
    return bool(row["token"] == holder.token or (same_run and holder.run))


def _refusal(row: sa.RowMapping, lease_s: float) -> Reason:
    renewed = datetime.fromtimestamp(row["renewed"], UTC).isoformat(timespec="seconds")
    return Nights.DEVICE_LEASED(
        device=row["name"], host=row["host"], run=row["run"], renewed=renewed, lease_s=lease_s
    )
