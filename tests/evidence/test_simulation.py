"""What shows that a device was simulated, whatever the option said that the run was begun with."""

from labharness.evidence.glimpse import glimpse
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.simulation import signs_of
from labharness.model.device import SimulationSign
from tests.support import runs
from tests.support.runs import body_of

EXAMPLES = {(kind, fields.get("call")): fields for kind, fields in runs.EXAMPLES}
START = {"device": "usb://0461:0001/SN-1"}
LINK = {"channel": "device", "url": "usbip://10.0.0.9:3240/1-1", "info": {"vid": "0461", "pid": "0001"}}
PLATE = EXAMPLES["exchange", "identify"]["answer"]


def signs(kind, fields, **changes):
    body = body_of(kind, EXAMPLES[kind, fields.get("call")] | fields | changes)
    return [sign for sign, _ in signs_of(body)]


def test_a_device_of_somebody_else_shows_none():
    assert signs(RecordType.START, START) == []
    assert signs(RecordType.CONNECTED, LINK) == []
    assert signs(RecordType.EXCHANGE, {"call": "identify", "answer": PLATE}) == []
    assert signs(RecordType.ANSWER, {"who": "engineer-a", "answer": "yes", "instrument": "shoe 2"}) == []


HERE = ("127.0.0.1", "127.8.9.1", "localhost", "LOCALHOST.", "bench.localhost", "0.0.0.0", "[::1]",
        "[::ffff:127.0.0.1]", "[::]")  # fmt: skip
ELSEWHERE = ("10.0.0.9", "bench-2", "[fe80::1]", "localhost.example.com")


def test_a_link_within_this_computer_is_a_sign_by_any_name_of_it_and_one_elsewhere_is_none():
    streams = ("tcp://localhost:4000", "tls://[::1]:4000?sha256=00", "serial:///dev/pts/3?baud=9600")
    for url in (*(f"usbip://{host}:3240/1-1" for host in HERE), *streams):
        assert signs(RecordType.START, START, device=url) == [SimulationSign.LOOPBACK], url
        assert signs(RecordType.CONNECTED, LINK, url=url) == [SimulationSign.LOOPBACK], url
        if url not in streams:
            assert signs(RecordType.START, START, reader=url) == [SimulationSign.LOOPBACK], url
    others = ("tcp://10.0.0.9:4000", "tls://bench-2:1?sha256=00", "serial:///dev/ttyUSB0", "serial://COM3")
    for url in (*(f"usbip://{host}:3240/1-1" for host in ELSEWHERE), *others):
        assert signs(RecordType.START, START, device=url) == [], url


def test_the_connection_shows_it_whatever_the_name_of_the_host():
    """A name that somebody gave this computer, and its address in the network, lead to it as well."""
    for info, shown in (
        ({"peer": "127.0.0.1", "own": "127.0.0.1"}, [SimulationSign.LOOPBACK]),
        ({"peer": "10.0.0.9", "own": "10.0.0.9"}, [SimulationSign.LOOPBACK]),
        ({"terminal": "pseudo", "path": "/dev/pts/3"}, [SimulationSign.LOOPBACK]),
        ({"transport": "in process"}, [SimulationSign.LOOPBACK]),
        ({"vid": "1209", "pid": "0001"}, [SimulationSign.USB_NUMBERS]),
        ({"peer": "10.0.0.9", "own": "10.0.0.2"}, []),
    ):
        assert signs(RecordType.CONNECTED, LINK, info=info) == shown


def test_identity_answers_reader_and_option_show_it():
    assert signs(RecordType.START, START, device="usb://1209:0001/SN-1") == [SimulationSign.USB_NUMBERS]
    plate = PLATE | {"hardware": " Simulator "}
    assert signs(RecordType.EXCHANGE, {"call": "identify", "answer": plate}) == [SimulationSign.HARDWARE]
    assert signs(RecordType.ANSWER, {"who": "simulated bench", "answer": "yes"}) == [SimulationSign.BENCH]
    read = {"who": "reader", "answer": "read", "instrument": "simulated reading shoe"}
    assert signs(RecordType.ANSWER, read) == [SimulationSign.READER]
    assert signs(RecordType.START, START, simulated="a model of it") == [SimulationSign.DECLARED]


def test_a_simulators_run_shows_every_sign_without_the_option(rng_run):
    _, folder, _ = rng_run
    assert folder.start().body.simulated == ""
    summary = RunHistory.of(folder).summary
    assert summary.simulated
    assert summary.simulation == {
        SimulationSign.LOOPBACK: folder.start().body.device,
        SimulationSign.USB_NUMBERS: "1209:0001",
        SimulationSign.HARDWARE: "simulator",
    }
    assert glimpse(folder.path).simulated


def test_the_option_only_adds(rng_run):
    """A run of a device of somebody else is simulated where the option says so, and not otherwise."""
    start = next(iter(rng_run[1].records()))
    for each in ("", "a model of it"):
        body = start.body.model_copy(update={"device": "usb://0461:0001", "simulated": each})
        assert [sign for sign, _ in signs_of(body)] == ([SimulationSign.DECLARED] if each else [])


def test_a_record_that_holds_no_url_or_address_is_no_error():
    for info in ({}, {"peer": "", "own": ""}, {"peer": "no address"}):
        assert signs(RecordType.CONNECTED, LINK, info=info) == []
    assert signs(RecordType.EXCHANGE, {"call": "identify", "answer": None}) == []
