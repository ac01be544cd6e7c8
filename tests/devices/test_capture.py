"""A run's recorded bytes stand in for its device: the same observations, and nothing that was not asked then."""

import shutil
from functools import partial

import pytest

from labharness.app.devices.preflight import RunOrder
from labharness.app.runs.services import start_run
from labharness.app.workspace.workspace import Workspace
from labharness.devices.opening import open_transport
from labharness.errors import CaptureMismatch, DeviceLost, DeviceNotFound, InputError, ProtocolError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.segments import Direction
from labharness.language.catalog import explain
from labharness.model.reasons.conduct import Adapters
from labharness.model.reasons.run import Course
from labharness.model.reasons.wire import Wire
from labharness.model.results import Ending, Outcome
from labharness.simulators.process import start
from tests.support.plans import check, stage, written_plan
from tests.support.reasons import refused

IDENTIFY = stage("identify", "identify")
RAW = stage("acquire", "raw", 'observes = "bytes"', "units = 3000", "batch = 1000")
DRAWS = stage(
    "acquire", "draws", 'observes = "draw"', "units = 500", "batch = 100", 'selection = "starting-position"'
)
DEALS = stage(
    "acquire", "deals", 'observes = "deal"', "units = 24", "batch = 5", 'dealing = "automated-dealing-shoe"'
)
RUNS = check("bit_runs", "raw")
RNG = written_plan("generator", IDENTIFY, DRAWS, RAW, check("frequency", "draws"), RUNS)
SHOE = written_plan(
    *("shoe", "decks = 1", IDENTIFY, stage("load", "load"), DEALS, stage("count", "count")),
    check("composition", "deals"),
    device_class="automated_dealing_shoe",
)
BYTES = written_plan("bytes", RAW, RUNS)


@pytest.fixture
def workspace(tmp_path):
    return Workspace.init(tmp_path / "work space #1")


def conducted(workspace, text, device, **details):
    plan = workspace.path / "plans" / "plan.toml"
    plan.write_text(text, encoding="utf-8")
    return start_run(workspace, RunOrder(plan=str(plan), device=device, **details))


@pytest.fixture
def conduct(workspace):
    return partial(conducted, workspace)


@pytest.fixture(scope="module")
def generator(tmp_path_factory):
    """A run of a generator, only to be read, and what it came to."""
    space = Workspace.init(tmp_path_factory.mktemp("recorded") / "work space #1")
    with start("rng", seed=7) as server:
        return conducted(space, RNG, server.url, name="recorded")


def capture(folder, channel=""):
    place = folder.path.as_posix().replace("#", "%23")
    return f"capture://{place}{channel}"


def observations(folder):
    keys = ("stage", "first", "units", "source", "input_known", "data")
    records = [record.body for record in folder.records() if record.type is RecordType.OBSERVED]
    return [[getattr(body, key) for key in keys] for body in records]


def transfers(folder):
    frames = folder.frames("device")
    return [(frame.direction, frame.payload) for frame in frames if frame.direction is not Direction.OPEN]


@pytest.mark.parametrize("text", [RNG, SHOE])
def test_a_run_on_recorded_bytes_observes_the_same_says_so_and_never_passes(conduct, generator, text):
    recorded, first = generator
    if text == SHOE:
        with start("dealing_shoe", seed=7) as server:
            recorded, _ = conduct(SHOE, server.url, name="recorded")
    again, outcome = conduct(text, capture(recorded), name="again")
    assert outcome.ending is Ending.COMPLETE
    assert observations(again) == observations(recorded) != []
    assert transfers(again) == transfers(recorded)
    assert again.start().body.adapter == recorded.start().body.adapter
    assert again.start().body.device == capture(recorded)
    connected = next(record.body for record in again.records() if record.type is RecordType.CONNECTED)
    device = recorded.start().body.device
    assert connected.info == {"transport": "capture", "run": "recorded", "recorded": device}
    if text == RNG:
        assert first.verdict.outcome is Outcome.PASS
        assert outcome.verdict.outcome is Outcome.INCONCLUSIVE
        assert outcome.verdict.reasons == (Course.REPLAYED(),)


def test_a_byte_source_is_replayed_by_the_adapter_that_recorded_it(conduct, tmp_path):
    source = tmp_path / "source"
    source.write_bytes(bytes(range(256)) * 12)
    recorded, _ = conduct(BYTES, source.as_uri(), name="recorded")
    source.unlink()

    again, outcome = conduct(BYTES, capture(recorded, "#device"), name="again")

    assert outcome.ending is Ending.COMPLETE
    assert observations(again) == observations(recorded)


@pytest.mark.parametrize(
    "change", [("batch = 100", "batch = 50"), ("units = 3000", "units = 4000"), ('kind = "identify"', None)]
)
def test_a_request_that_was_not_made_then_ends_the_run(conduct, generator, change):
    old, new = change
    changed = RNG.replace(old, new) if new else RNG.replace(f"{IDENTIFY}\n", "")
    assert changed != RNG
    again, outcome = conduct(changed, capture(generator[0]), name="again")
    assert outcome.ending is Ending.ERROR
    assert isinstance(outcome.error, CaptureMismatch)
    assert RunHistory.of(again).summary.reasons == outcome.error.reasons


def test_a_device_lost_then_is_lost_again(conduct):
    with start("rng", seed=7, faults=["unplug_after=3"]) as server:
        recorded, first = conduct(RNG, server.url, name="recorded")
    assert first.ending is None

    again, outcome = conduct(RNG, capture(recorded), name="again")

    assert outcome.ending is None
    assert outcome.error.reasons == first.error.reasons
    assert observations(again) == observations(recorded)


def test_damage_to_the_recording_ends_the_run_with_its_place(conduct, generator, tmp_path):
    recorded = RunFolder(shutil.copytree(generator[0].path, tmp_path / "recorded"))
    segment = recorded.raw / "device-0001.seg"
    content = bytearray(segment.read_bytes())
    content[-2000] ^= 1
    segment.write_bytes(content)

    _, outcome = conduct(RNG, capture(recorded), name="again")

    assert outcome.ending is Ending.ERROR
    assert isinstance(outcome.error, ProtocolError)
    assert "raw/device-0001.seg, byte" in explain(outcome.error)


def test_what_is_no_recording_of_the_channel_is_refused_before_a_run_exists(conduct, generator, workspace):
    recorded, _ = generator
    no_reader = partial(conduct, RNG, capture(recorded))
    assert refused(DeviceNotFound, no_reader, reader=capture(recorded, "#reader")) == (
        Wire.NO_CHANNEL(run=recorded.run, channel="reader"),
    )
    assert refused(InputError, no_reader, reader=capture(recorded, "#device"))[0].is_a(Adapters.OTHER_CHANNEL)
    assert refused(DeviceNotFound, conduct, RNG, "capture:///nowhere/at/all")[0].is_a(Wire.NOT_A_RECORDING)
    assert workspace.runs() == []


def test_nothing_passes_before_opening_or_after_closing(generator):
    transport = open_transport(capture(generator[0]))
    with pytest.raises(DeviceLost):
        transport.read(1, 1.0)
    transport.open()
    with pytest.raises(CaptureMismatch):
        transport.read(1, 1.0)
    transport.close()
    transport.close()
    with pytest.raises(DeviceLost):
        transport.write(b"", 1.0)
