"""labharness authenticate: every result and exit code, what is put on record, and evidence that gives the result again."""

import hashlib
import json
import sys
import zlib
from functools import partial

import pytest

from labharness.app.devices import authentication as module
from labharness.app.workspace.register import open_register, store, verify_register
from labharness.app.workspace.repeated_sessions import repeat
from labharness.devices.gat import GatTerminal
from labharness.errors import RegisterError
from labharness.filings.entries.events import Component
from labharness.filings.entries.snapshot import Authentication
from labharness.model.reasons.register import Registers
from labharness.model.reasons.report import Authentications
from labharness.simulators.firmware import StreamServer, TcpSocket
from labharness.simulators.gat import GatFault, GatUnit, sample_images
from tests.support.filed import attach
from tests.support.filing_factory import NAME, copied, put
from tests.support.simulated_time import SimulatedClock, TimedLink

IMAGES = sample_images()
IDS = {name: name.split()[0].lower() for name in IMAGES}
URL = "serial:///dev/ttyS9"


def component(name, algorithm="SHA-256"):
    (title, _, version), plain = name.rpartition(" "), algorithm.replace("-", "").lower()
    image = IMAGES[name]
    digest = f"{zlib.crc32(image):08x}" if plain == "crc32" else hashlib.new(plain, image).hexdigest()
    fields = {"name": title, "version": version, "algorithm": algorithm, "digest": digest}
    return Component(
        id=IDS[name], product="rng", medium="flash", obtained="Read from the chip.", rebuilt="no", **fields
    )


@pytest.fixture(scope="module")
def delivered(filed, tmp_path_factory):
    """The same with the software of its device."""
    space = copied(filed, tmp_path_factory.mktemp("authenticate"))
    put(space, *map(component, IMAGES))
    return space


@pytest.fixture(scope="module")
def dumps(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dumps")
    for name, image in IMAGES.items():
        (folder / IDS[name]).write_bytes(image)
    return folder


def named(dumps, *left_out):
    return [f"--image={id_}={dumps / id_}" for id_ in IDS.values() if id_ not in left_out]


class Cable(TimedLink):
    url = "cable"

    def __init__(self, unit):
        super().__init__(unit.receive, SimulatedClock())

    def open(self):
        return {"path": "cable"}

    def close(self):
        pass


@pytest.fixture
def connect(monkeypatch):
    """Return a function that connects a simulated device, with its faults."""
    monkeypatch.setattr(module, "GatTerminal", partial(GatTerminal, gap_s=0, poll_s=0))

    def connected(*faults, images=IMAGES):
        monkeypatch.setattr(module, "open_transport", lambda _: Cable(GatUnit(images, faults)))

    return connected


def authenticate(cli, space, *arguments, unit="unit-1", by="engineer-a"):
    return cli("authenticate", NAME, unit, *arguments, f"--by={by}", f"--workspace={space.path}")


@pytest.fixture
def run(cli, delivered):
    """Return a function that authenticates: exit code, and result by source and component."""

    def ran(*arguments, space=delivered):
        code, out, err = authenticate(cli, space, *arguments, "--json")
        assert out, err
        result = json.loads(out)
        assert result.get("exit", code) == code
        results = result["results"]
        results = {(each["source"], each["component"] or each["name"]): each["result"] for each in results}
        return code, results, result

    return ran


def of(source, *results):
    return {
        (source, id_): result for id_, result in zip(("control", "display", "games"), results, strict=True)
    }


def all_of(source, result):
    return {(source, id_): result for id_ in IDS.values()}


def test_a_sound_device_matches_under_a_fresh_seed(run, connect, dumps):
    connect()
    code, results, first = run(f"--device={URL}", *named(dumps))
    assert (code, results) == (0, all_of("image", "match") | all_of("device", "match"))
    code, _, second = run(f"--device={URL}", *named(dumps))
    assert code == 0
    assert first["seed"] != second["seed"]
    assert len(first["seed"]) == 40


SILENT = (GatFault.SILENT, GatFault.SILENT_RESULTS, GatFault.WRONG_CRC, GatFault.TRUNCATED_XML)
SILENT += (GatFault.ENTITIES, GatFault.TEXT_ONLY)


@pytest.mark.parametrize(
    ("fault", "exit_", "differs"),
    [
        (GatFault.WRONG_RESULT, 1, {"control": "mismatch"}),
        (GatFault.REPLAYED, 1, dict.fromkeys(IDS.values(), "mismatch")),
        (GatFault.SEED_IGNORED, 1, dict.fromkeys(IDS.values(), "mismatch")),
        (GatFault.COMPONENT_TWICE, 1, {"control": "mismatch"}),
        (GatFault.COMPONENT_MISSING, 2, {"games": "not reported"}),
        (GatFault.COMPONENT_ADDED, 2, {"Extra 9.9": "not filed"}),
        *((each, 2, dict.fromkeys(IDS.values(), "not reported")) for each in SILENT),
    ],
)
def test_every_fault_is_seen(run, connect, dumps, fault, exit_, differs):
    connect(fault)
    code, results, answer = run(f"--device={URL}", *named(dumps))
    expected = all_of("device", "match") | {("device", name): result for name, result in differs.items()}
    assert (code, results) == (exit_, all_of("image", "match") | expected)
    assert bool(answer["seed_ignored"]) == (fault is GatFault.SEED_IGNORED)
    assert bool(answer["problems"]) == (exit_ == 2 and fault is not GatFault.COMPONENT_ADDED)


def test_without_an_image_of_what_was_submitted_nothing_is_known_of_what_a_seed_gives(
    run, connect, dumps, tmp_path
):
    """A device and a dump that were both altered agree with each other and not with the submission."""
    connect()
    code, results, _ = run(f"--device={URL}", *named(dumps, "games"))
    assert (code, results["device", "games"], ("image", "games") in results) == (2, "not comparable", False)
    (tmp_path / "games").write_bytes(b"altered")
    connect(images=IMAGES | {"Games 1.1": b"altered"})
    code, results, _ = run(f"--device={URL}", *named(dumps, "games"), f"--image=games={tmp_path / 'games'}")
    assert (code, results["image", "games"], results["device", "games"]) == (1, "mismatch", "not comparable")


@pytest.fixture
def by_sha1(filed, tmp_path):
    """A submission that files SHA-1, SHA-256 and CRC-32."""
    space = copied(filed, tmp_path)
    put(space, *map(component, IMAGES, ("SHA-1", "SHA-256", "CRC-32")))
    return space


def test_without_a_seed_equality_is_not_proven(run, connect, by_sha1):
    connect()
    code, results, result = run(f"--device={URL}", "--no-seed", space=by_sha1)
    assert (code, result["seed"]) == (2, "")
    assert results == of("device", "equal, not proven", "not comparable", "not comparable")
    connect(GatFault.WRONG_RESULT)
    code, results, _ = run(f"--device={URL}", "--no-seed", space=by_sha1)
    assert (code, results["device", "control"]) == (1, "mismatch")


def test_images_are_compared_under_the_algorithm_on_file(run, by_sha1, dumps, tmp_path):
    code, results, _ = run(*named(dumps), space=by_sha1)
    proven = "equal, not proven"  # a CRC can be had for any content
    assert (code, results) == (2, of("image", "match", "match", proven))
    kobetron = component("Control 1.0.2", "SHA-1").model_copy(update={"algorithm": "Kobetron"})
    put(by_sha1, kobetron)
    assert run(*named(dumps), space=by_sha1)[1]["image", "control"] == "not comparable"
    put(by_sha1, component("Control 1.0.2", "SHA-1"))
    (tmp_path / "control").write_bytes(IMAGES["Control 1.0.2"][:-1])
    code, results, _ = run(f"--image=control={tmp_path / 'control'}", space=by_sha1)
    assert (code, results) == (1, of("image", "mismatch", "not reported", "not reported"))


def test_the_record_names_who_how_and_what_and_keeps_the_bytes(run, connect, delivered, dumps):
    connect(GatFault.WRONG_RESULT)
    _, _, answer = run(f"--device={URL}", *named(dumps))
    with open_register(delivered) as register:
        entry = register.snapshot(NAME).named(Authentication, answer["authentication"])
    assert (entry.unit, entry.by, entry.url, entry.protocol) == ("unit-1", "engineer-a", URL, "GAT 3.50")
    assert entry.seed == answer["seed"]
    assert [result.result.value for result in entry.results] == [each["result"] for each in answer["results"]]
    exchange, result = entry.files
    assert json.loads(store(delivered).read(result)) == {**answer}
    assert exchange.sha256 == answer["exchange_sha256"]
    assert store(delivered).problem(exchange) is None


@pytest.fixture
def recorded(run, connect, filed, tmp_path, dumps):
    """A workspace with one authentication by a device that had to be asked twice, and its entry."""
    space = copied(filed, tmp_path)
    put(space, *map(component, IMAGES))
    connect(GatFault.WRONG_CRC_ONCE)
    code, _, _ = run(f"--device={URL}", *named(dumps), space=space)
    assert code == 0
    with open_register(space) as register:
        return space, register.snapshot(NAME).of(Authentication)[0]


def test_the_recorded_bytes_give_the_result_again(recorded):
    space, entry = recorded
    again = repeat(entry, store(space))
    obtained = {result.name: result.obtained for result in entry.results if result.source == "device"}
    assert {component.name: component.checksum for component in again.components} == obtained
    assert verify_register(space)[2] == ()


@pytest.mark.long
@pytest.mark.parametrize("fault", GatFault)
def test_whatever_a_device_does_its_record_is_reproduced(run, connect, recorded, dumps, fault):
    space, _ = recorded
    connect(fault)
    run(f"--device={URL}", *named(dumps), space=space)
    run(f"--device={URL}", "--no-seed", space=space)
    assert verify_register(space)[2] == ()


def renamed(each):
    return each.model_copy(update={"obtained": "00" * 20, "expected": "00" * 20})


@pytest.mark.parametrize(
    "forged",
    [
        lambda _: {"seed": "00" * 20},
        lambda entry: {"results": tuple(map(renamed, entry.results))},
        lambda entry: {"results": entry.results[:-1]},
        lambda entry: {"files": entry.files[1:]},
        lambda entry: {"files": (entry.files[1].model_copy(update={"name": entry.files[0].name}),)},
    ],
)
def test_what_the_recorded_bytes_do_not_give_is_a_fault_of_the_register(recorded, forged):
    space, entry = recorded
    put(space, entry.model_copy(update={"id": "authentication-2", **forged(entry)}))
    assert verify_register(space)[2] == (
        Authentications.NOT_REPRODUCED(authentication="authentication-2", submission=NAME),
    )


def test_an_order_that_cannot_be_carried_out_is_refused(cli, delivered, tmp_path):
    (tmp_path / "empty").touch()
    for arguments, words in (
        ([], "Neither a device nor an image"),
        (["--image=games"], "Write COMPONENT=FILE"),
        (["--image=nothing=x"], "is not among those submitted"),
        (["--image=games=a", "--image=games=b"], "more than one image"),
        (["--image=games=absent"], "absent"),
        ([f"--image=games={tmp_path / 'empty'}"], "is empty"),
        (["--device=gopher://x"], "unknown scheme"),
    ):
        code, _, err = authenticate(cli, delivered, *arguments)
        assert (code, words in err) == (3, True), err
    code, _, err = authenticate(cli, delivered, "--device=x", unit="unit-9")
    assert (code, "unit-1" in err) == (3, True)


def test_a_result_is_neither_changed_nor_removed(run, connect, delivered, dumps, tmp_path):
    connect(GatFault.WRONG_RESULT)
    _, _, result = run(f"--device={URL}", *named(dumps))
    with open_register(delivered) as register:
        entry = register.snapshot(NAME).named(Authentication, result["authentication"])
        last = register.last_changes(NAME)
        for changed in ({"unit": "unit-2"}, {"files": ()}, {"results": entry.results[:1]}):
            with pytest.raises(RegisterError) as refused:
                register.put(NAME, entry.model_copy(update=changed), "engineer-a", "A slip.")
            assert Registers.AUTHENTICATION_STAYS(entry=entry.id) in refused.value.reasons
        with pytest.raises(RegisterError):
            register.remove(NAME, entry.kind, entry.id, "engineer-a", "A slip.")
        assert register.last_changes(NAME) == last
    (tmp_path / "note.txt").write_text("The cable was replaced.")
    attach(delivered, NAME, f"authentication/{entry.id}", tmp_path / "note.txt", "engineer-a")


def test_the_screen_and_the_pdf_state_the_result(cli, connect, delivered, dumps, tmp_path):
    connect(GatFault.SEED_IGNORED)
    pdf = tmp_path / "a.pdf"
    code, out, _ = authenticate(cli, delivered, f"--device={URL}", *named(dumps), f"--pdf={pdf}")
    assert code == 1
    assert "MISMATCH" in out
    assert "SHA-1 of component Control 1.0.2 without the seed" in out
    assert "Software of unit SIM-rng-4614 DIFFERS" in out
    assert pdf.read_bytes().startswith(b"%PDF")


def ends():
    yield pytest.param(lambda: TcpSocket("127.0.0.1", 0), id="tcp")
    if sys.platform != "win32":
        from labharness.simulators.firmware import PtySocket

        yield pytest.param(PtySocket, id="pty")


@pytest.mark.parametrize("end", [*ends()])
def test_over_tcp_and_a_serial_port(run, delivered, dumps, end, monkeypatch):
    monkeypatch.setattr(module, "GatTerminal", partial(GatTerminal, gap_s=0.001, poll_s=0.001))
    with StreamServer(end(), GatUnit(IMAGES).receive) as server:
        code, results, _ = run(f"--device={server.url}", *named(dumps))
    assert (code, results) == (0, all_of("image", "match") | all_of("device", "match"))


def test_gat_runs_at_9600_baud_unless_the_url_says_otherwise():
    assert module._at_its_speed("serial:///dev/ttyS0") == "serial:///dev/ttyS0?baud=9600"
    assert module._at_its_speed("serial://COM3?dtr=1") == "serial://COM3?dtr=1&baud=9600"
    assert module._at_its_speed("serial://COM3?baud=19200") == "serial://COM3?baud=19200"
    assert module._at_its_speed("tcp://a:1") == "tcp://a:1"
