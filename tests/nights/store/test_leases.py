"""One computer at a time drives a device: leases in a queue that several computers share."""

import socket
import threading
from dataclasses import replace

import pytest
import sqlalchemy as sa

from labharness.app.devices.authentication import _session
from labharness.app.devices.device_lease import DeviceLease, leased
from labharness.app.devices.lti_check import check_url
from labharness.app.devices.preflight import RunOrder
from labharness.app.planning.preflight_rows import examine
from labharness.app.runs.services import start_run
from labharness.app.submission.open_items import ask_device
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.errors import QueueError
from labharness.model.device import HARDWARE, DeviceIdentity
from labharness.model.reasons.database import Databases
from labharness.model.reasons.night import Nights
from labharness.nights.store.leases import LEASE, Holder, Leases
from tests.support.reasons import refused

FIRST = Holder("1" * 32, "desk-1", "ws-1", "night-a")
SECOND = Holder("2" * 32, "desk-2", "ws-2", "night-b")
DEVICE, URL = "network 192.0.2.1 7711", "tcp://192.0.2.1:7711"
UNIT = DeviceIdentity("Maker", "Shuffler", "123", "rev. B", "batch_shuffler", "p")


@pytest.fixture
def leases(tmp_path, request):
    with Leases.open(tmp_path / "leases.db") as opened:
        yield opened


@pytest.fixture
def server(postgres):
    return postgres()


@pytest.fixture
def shared(tmp_path, server):
    workspace = Workspace.init(tmp_path / "ws")
    with (workspace.path / MARKER).open("a", encoding="utf-8") as file:
        file.write(f'queue = "{server}"\n')
    return workspace


def is_anothers(call, *given, **named):
    with pytest.raises(QueueError) as refused:
        call(*given, **named)
    (reason,) = refused.value.reasons
    assert reason.is_a(Nights.DEVICE_LEASED)
    return reason


def test_a_lease_is_held_renewed_and_given_back(leases):
    leases.take([DEVICE], FIRST)
    leases.take([DEVICE], FIRST)
    reason = is_anothers(leases.take, [DEVICE], SECOND)
    assert (reason["device"], reason["host"], reason["run"]) == (DEVICE, "desk-1", "night-a")
    leases.take(["network 192.0.2.2 7711"], SECOND)
    leases.release(SECOND)
    is_anothers(leases.take, [DEVICE], SECOND)
    leases.release(FIRST)
    leases.take([DEVICE], SECOND)


def test_all_devices_are_taken_or_none(leases):
    leases.take(["b"], FIRST)
    is_anothers(leases.take, ["a", "b"], SECOND)
    leases.take(["a"], replace(FIRST, token="3" * 32, run="other"))


def test_a_lease_that_nobody_renews_ends_and_the_former_holder_is_told(tmp_path):
    with Leases.open(tmp_path / "leases.db") as opened, Leases(opened.database, lease_s=0.0) as hasty:
        opened.take([DEVICE], FIRST)
        is_anothers(opened.take, [DEVICE], SECOND)
        hasty.take([DEVICE], SECOND)
        assert is_anothers(opened.take, [DEVICE], FIRST)["host"] == "desk-2"


def test_an_interrupted_run_gets_its_own_lease_back_and_no_other_does(leases):
    leases.take([DEVICE], FIRST)
    leases.take([DEVICE], replace(FIRST, token="4" * 32))
    for other in ({"run": "night-b"}, {"host": "desk-2"}, {"workspace": "ws-2"}):
        is_anothers(leases.take, [DEVICE], replace(FIRST, token="5" * 32, **other))
    leases.release(FIRST)
    is_anothers(leases.take, [DEVICE], SECOND)
    preflight = replace(FIRST, run="")
    leases.take(["x"], preflight)
    is_anothers(leases.take, ["x"], replace(preflight, token="6" * 32))


class Place:
    """A database that comes and goes."""

    def __init__(self, path):
        self.path, self.away = path, False

    def open(self):
        if self.away:
            raise QueueError(Databases.NO_ANSWER(database="queue", why="away"))
        return Leases.open(self.path)


def test_a_holder_whose_device_went_to_another_while_its_database_was_away_is_told(tmp_path):
    place, lost = Place(tmp_path / "leases.db"), threading.Event()
    lease = DeviceLease(place.open, FIRST, lost.set, away_allowed=True, every_s=0.02)
    lease.take(DEVICE)
    place.away = True
    with Leases.open(place.path) as others:
        Leases(others.database, lease_s=0.0).take([DEVICE], SECOND)
    assert not lost.wait(0.1)
    place.away = False
    assert lost.wait(10)
    lease.release()
    with place.open() as others:
        is_anothers(others.take, [DEVICE], FIRST)


def test_a_bench_goes_on_without_its_database_and_a_person_does_not(tmp_path):
    place = Place(tmp_path / "leases.db")
    place.away = True
    bench = DeviceLease(place.open, FIRST, lambda: None, away_allowed=True)
    bench.take(DEVICE)
    bench.release()
    person = DeviceLease(place.open, FIRST, lambda: None)
    assert refused(QueueError, person.take, DEVICE)[0].is_a(Databases.NO_ANSWER)


def test_a_device_has_a_lease_by_its_serial_number_too(tmp_path):
    place = Place(tmp_path / "leases.db")
    first = DeviceLease(place.open, FIRST, lambda: None)
    second = DeviceLease(place.open, SECOND, lambda: None)
    try:
        first.take("network 192.0.2.1 1")
        first.take_unit(UNIT)
        second.take("network 192.0.2.9 1")
        is_anothers(second.take_unit, UNIT)
    finally:
        first.release()
        second.release()
    with place.open() as leases:
        leases.take(["network 192.0.2.1 1"], replace(SECOND, token="7" * 32))
    for at, lease in enumerate((first, second), 3):  # simulated units of one number are several
        lease.take(f"network 192.0.2.{at} 1")
        lease.take_unit(replace(UNIT, hardware=HARDWARE))
    first.release()
    second.release()


def test_whoever_starts_a_run_is_refused_while_another_computer_drives_the_device(shared, server):
    """A run that a person starts, and the preflight of the window; nothing is opened and no run is begun."""
    order = RunOrder("pai-gow-poker-645a-starting-position", URL, name="second")
    with Leases.open(server) as others:
        others.take([DEVICE], FIRST)
        reason = is_anothers(start_run, shared, order)
        assert (reason["host"], reason["run"]) == ("desk-1", "night-a")
        assert list((shared.path / "runs").glob("[!.]*")) == []
        rows = [row for row in examine(shared, order) if row.reasons]
        assert any(reason.is_a(Nights.DEVICE_LEASED) for row in rows for reason in row.reasons)
        others.release(FIRST)
        with leased(shared, (URL, None), "second"):
            is_anothers(others.take, [DEVICE], FIRST)
        others.take([DEVICE], FIRST)


def test_conversations_outside_a_run_are_refused_while_another_computer_drives_the_device(
    shared, server, tmp_path
):
    """Nothing is opened: the address answers nobody, and asking it would be another error."""
    with Leases.open(server) as others:
        others.take([DEVICE], FIRST)
        for converse in (
            lambda: _session(shared, URL, b"", tmp_path),
            lambda: ask_device(shared.path, URL),
            lambda: check_url(URL, shared),
        ):
            assert is_anothers(converse)["host"] == "desk-1"


def test_a_conversation_is_told_that_another_computer_drives_its_device_since(shared, server):
    with leased(shared, (URL,), interrupts=False) as lease, Leases.open(server) as others:
        lease.look()
        is_anothers(others.take, [DEVICE], FIRST)
        lease._every_s = 0
        others.release(lease._holder)
        others.take([DEVICE], FIRST)
        lease._renew()
        is_anothers(lease.look)


def test_two_computers_take_a_device_at_the_same_time_and_one_gets_it(server):
    Leases.open(server).close()
    together, got = threading.Barrier(8), []

    def take(at):
        with Leases.open(server) as leases:
            together.wait()
            try:
                leases.take([DEVICE], replace(FIRST, token=str(at) * 32, host=f"desk-{at}"))
                got.append(at)
            except QueueError:
                pass

    threads = [threading.Thread(target=take, args=(at,)) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 1


def test_devices_of_this_computer_alone_and_own_queues_have_no_lease(shared, tmp_path):
    own = Workspace.init(tmp_path / "own")
    for workspace, url in ((shared, "tcp://127.0.0.1:1"), (shared, "usb://1:2"), (own, URL), (None, URL)):
        with leased(workspace, (url, None)) as lease:
            lease.take_unit(UNIT)
            assert lease._devices == ()


def test_a_clock_that_is_set_back_keeps_no_lease_for_longer_than_one_lasts(tmp_path, server):
    for place in (tmp_path / "leases.db", server):
        with Leases.open(place) as leases:
            leases.take([DEVICE], FIRST)
            with leases.database.writing() as connection:
                ahead = leases._now(connection) + 86_400
                connection.execute(LEASE.update().values(renewed=ahead))
            is_anothers(leases.take, [DEVICE], SECOND)
            with leases.database.reading() as connection:
                (renewed,) = connection.execute(sa.select(LEASE.c.renewed)).scalars()
            assert renewed < ahead - 86_000
            Leases(leases.database, lease_s=0.0).take([DEVICE], SECOND)


def test_a_lease_is_renewed_again_after_any_error(tmp_path):
    """The settings were on a drive that was away for a moment, for one."""
    place, lost = Place(tmp_path / "leases.db"), threading.Event()
    lease = DeviceLease(place.open, FIRST, lost.set, every_s=0.02)
    lease.take(DEVICE)
    taken, errors = threading.Event(), [OSError("away"), ValueError("damaged")]

    def take(take=lease._take):
        if errors:
            raise errors.pop()
        take()
        taken.set()

    lease._take = take
    assert taken.wait(10)
    lease.release()
    assert not lost.is_set()


def test_a_host_of_several_addresses_has_a_lease_on_each(shared, server, monkeypatch):
    both = [(0, 0, 0, "", ("192.0.2.1", 7711)), (0, 0, 0, "", ("2001:db8::1", 7711, 0, 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    with leased(shared, ("tcp://shuffler.example:7711",), "first"), Leases.open(server) as others:
        for name in (DEVICE, "network 2001:db8::1 7711"):
            is_anothers(others.take, [name], FIRST)
