"""Counting on a cluster: the same results as in one process, and everything that goes wrong there by its name."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import dask.config
import numpy as np
import pytest
from distributed import LocalCluster, Security

from labharness.analysis.generators.msvc import GENERATOR as MSVC
from labharness.analysis.identification.generator import WayOfUse
from labharness.analysis.sampling.files.source import Observes
from labharness.app.runs import cluster as clusters
from labharness.app.runs.evaluating import evaluate_run
from labharness.app.runs.file_analysis import FileOrder, analyze
from labharness.errors import InputError, LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.model.reasons.game import Effort
from labharness.model.reasons.night import Clusters

JUDGES_ANEW = True

pytestmark = pytest.mark.long

RELEASED = Path(__file__).parent.parent.parent / "released" / "0.1.0"


@contextmanager
def workers(number, **options):
    """Run a cluster in this process, on ports of the loopback."""
    options = {"protocol": "tcp", "processes": False, "threads_per_worker": 1, "silence_logs": 50, **options}
    place = {"host": "127.0.0.1", "scheduler_port": 0, "dashboard_address": "127.0.0.1:0"}
    with LocalCluster(n_workers=number, **place, **options) as cluster:
        yield cluster.scheduler_address.replace("tcp://", "dask://").replace("tls://", "dask-tls://")


@pytest.fixture(scope="module")
def two():
    with workers(2) as url:
        yield url


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Files that are cut, and one that is read here in blocks; the outcomes end between two stretches."""
    folder, random = tmp_path_factory.mktemp("files"), np.random.default_rng(461)
    result = {each: folder / each.value for each in (Observes.BYTES, Observes.OUTCOMES, Observes.ROUNDS)}
    result[Observes.BYTES].write_bytes(random.bytes(1_300_000))
    text = "\n".join(map(str, random.integers(1, 8, 700_000)))
    result[Observes.OUTCOMES].write_text(f"low: 1\nhigh: 7\n{text}\n", "ascii")
    cards = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789"]
    dealt = [" ".join(random.choice(cards, 4, replace=False)) for _ in range(300)]
    lines = [line for each in dealt for line in (f"dealt: {each}", f"returned: {each}")]
    result[Observes.ROUNDS].write_text("\n".join(["round-cards: 4", *lines]) + "\n", "ascii")
    return result


def analyzed(path, observes, **options):
    result = analyze(FileOrder(str(path), observes, **options))
    return result.judged, result.sha256, result.units, result.notes


@pytest.fixture(scope="module")
def alone(files):
    """What one process finds in each file."""
    return {observes: analyzed(path, observes) for observes, path in files.items()}


def refusal_of(path, url):
    with pytest.raises(LabharnessError) as refused:
        analyzed(path, Observes.BYTES, executor=url)
    return refused.value.reasons[0]


@pytest.mark.parametrize("observes", [Observes.BYTES, Observes.OUTCOMES, Observes.ROUNDS])
def test_a_cluster_finds_the_same_to_the_last_bit(two, files, alone, observes):
    assert analyzed(files[observes], observes, executor=two) == alone[observes]


@pytest.mark.parametrize(("effort", "stride"), [(Effort.DEFAULT, 5), (Effort.FULL, 1)])
def test_known_generators_are_searched_on_a_cluster_with_the_same_result(
    two, tmp_path, effort, stride, whole_searches
):
    way = WayOfUse(MSVC.calls[0], stride)
    drawn = MSVC.predict(way, MSVC.seeded(8), np.full(400, 52))
    path = tmp_path / "outcomes"
    path.write_text("low: 0\nhigh: 51\n" + "\n".join(map(str, drawn.tolist())) + "\n", "ascii")
    here = analyzed(path, Observes.OUTCOMES, identify=effort)
    assert any(each.result.violations for each in here[0])
    for options in ({"workers": 2}, {"executor": two}):
        assert analyzed(path, Observes.OUTCOMES, identify=effort, **options) == here


def test_what_is_wrong_with_a_file_is_said_as_ever(two, tmp_path):
    path = tmp_path / "wrong"
    path.write_text("low: 1\nhigh: 7\n" + "3\n" * 600_000 + "9\n" + "x\n" * 600_000, "ascii")
    text = []
    for executor in ("processes", two):
        with pytest.raises(InputError) as wrong:
            analyzed(path, Observes.OUTCOMES, executor=executor)
        text.append(wrong.value.reasons)
    assert text[0] == text[1]


def test_an_executor_is_named_by_a_url_without_secrets(files):
    for url in ("dask://", "dask://host", "dask://user:hunter2@host:1", "tcp://host:1", "nodes"):
        assert refusal_of(files[Observes.BYTES], url) == Clusters.EXECUTOR_UNKNOWN(), url


def test_a_cluster_that_is_gone_empty_or_silent_is_named_and_none_asked_without_the_library(
    files, monkeypatch
):
    monkeypatch.setattr(clusters, "CONNECT_S", 1)
    path = files[Observes.BYTES]
    assert refusal_of(path, "dask://127.0.0.1:9").is_a(Clusters.UNREACHABLE)
    with workers(0) as url:
        assert refusal_of(path, url).is_a(Clusters.NO_WORKERS)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # the system takes the connection, nobody reads it
        url = f"dask://127.0.0.1:{silent.getsockname()[1]}"
        assert refusal_of(path, url).is_a(Clusters.UNREACHABLE)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refusal_of(path, "dask://127.0.0.1:9") == Clusters.LIBRARY()


def test_a_worker_with_other_versions_counts_nothing(two, files, monkeypatch):
    def other():
        main = threading.current_thread() is threading.main_thread()
        return {"numpy": "2.0" if main else "2.1"}

    monkeypatch.setattr(clusters, "own_versions", other)
    reason = refusal_of(files[Observes.BYTES], two)
    assert (reason.code, reason["what"], reason["there"]) == ("cluster.versions_differ", "numpy", "2.1")
    monkeypatch.setattr(clusters, "_shake_hands", lambda _: None)  # it joined afterwards
    assert refusal_of(files[Observes.BYTES], two).is_a(Clusters.VERSIONS_DIFFER)


def test_a_worker_that_reads_other_bytes_counts_nothing(two, files, monkeypatch):
    sealed = clusters._sealed
    with monkeypatch.context() as patch:
        patch.setattr(clusters, "_sealed", lambda each: replace(sealed(each), sha256="0" * 64))
        assert refusal_of(files[Observes.BYTES], two).is_a(Clusters.OTHER_BYTES)
    monkeypatch.setattr(clusters, "_sealed", lambda each: replace(sealed(each), path=each.path / "elsewhere"))
    assert refusal_of(files[Observes.BYTES], two).is_a(Clusters.FILE_NOT_THERE)


def test_tls_by_the_certificates_of_the_configuration(files, alone, tmp_path):
    security = Security.temporary()
    names = {"ca-file": security.tls_ca_file}
    for role in ("scheduler", "worker", "client"):
        keys = security.get_tls_config_for_role(role)
        names |= {f"{role}.key": keys["key"], f"{role}.cert": keys["cert"]}
    places = {}
    for name, content in names.items():
        places[f"distributed.comm.tls.{name}"] = str(tmp_path / name)
        (tmp_path / name).write_text(content, "ascii")
    path = files[Observes.BYTES]
    with workers(1, protocol="tls", security=security) as url:
        assert url.startswith("dask-tls://")
        with dask.config.set(places):
            assert analyzed(path, Observes.BYTES, executor=url) == alone[Observes.BYTES]
        assert refusal_of(path, url).is_a(Clusters.UNREACHABLE), "without certificates"


def test_the_command_counts_on_a_cluster(two, files, alone, cli):
    path = files[Observes.ROUNDS]
    code, text, _ = cli("analyze", path, "--power", "0", "--executor", two, "--json")
    assert code in (0, 1)
    assert json.loads(text)["units"] == alone[Observes.ROUNDS][2]
    code, text, _ = cli("analyze", path, "--executor", "nodes", "--json")
    assert (code, "dask://HOST:PORT" in text) == (3, True)


# --- real processes, some of which are killed


@contextmanager
def processes(number, tmp_path):
    """Run a scheduler and workers as a laboratory does; yield the URL, the scheduler and the workers."""
    place = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    begun = [subprocess.Popen([*command, "--no-dashboard", "--scheduler-file", place], **options)]
    try:
        end = time.monotonic() + 60
        while not place.is_file() or not place.read_bytes().strip().endswith(b"}"):
            assert time.monotonic() < end
            time.sleep(0.05)
        address = json.loads(place.read_bytes())["address"]
        command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--host", "127.0.0.1"]
        command += ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", tmp_path]
        begun += [subprocess.Popen(command, **options) for _ in range(number)]
        with clusters.import_module("distributed").Client(address, set_as_default=False) as client:
            client.wait_for_workers(number, timeout=60)
        yield address.replace("tcp://", "dask://"), begun[0], begun[1:]
    finally:
        for process in begun:
            with suppress(ProcessLookupError):
                process.kill()
            process.wait()


@pytest.fixture(scope="module")
def long_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("long") / "bytes"
    path.write_bytes(np.random.default_rng(461).bytes(40_000_000))
    return path, analyzed(path, Observes.BYTES)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 4])
def test_any_number_of_workers_finds_the_same(long_file, tmp_path, number):
    path, alone = long_file
    with processes(number, tmp_path) as (url, *_):
        assert analyzed(path, Observes.BYTES, executor=url) == alone


def noted_end(ends, fold):
    def noted(*arguments):
        ends.append("begun")
        result = fold(*arguments)
        ends.append("counted")
        return result

    return noted


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_worker_that_is_killed_changes_nothing(long_file, tmp_path, monkeypatch):
    path, alone = long_file
    monkeypatch.setattr(clusters.Cluster, "fold", noted_end(ends := [], clusters.Cluster.fold))
    with processes(2, tmp_path) as (url, _, begun):
        killing = threading.Timer(2.5, lambda: (os.kill(begun[0].pid, signal.SIGKILL), ends.append("killed")))
        killing.start()
        assert analyzed(path, Observes.BYTES, executor=url) == alone
        killing.join()
        assert ends == ["begun", "killed", "counted"]
        assert begun[0].wait(timeout=10) == -signal.SIGKILL
        assert begun[1].poll() is None


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("scheduler", "sent", "seconds", "code"),
    [
        (False, "SIGKILL", 2, Clusters.NO_WORKERS),
        (True, "SIGKILL", 2, Clusters.CONNECTION_LOST),
        (False, "SIGSTOP", 0, Clusters.SILENT),
        (True, "SIGSTOP", 0, Clusters.UNREACHABLE),
        (True, "SIGSTOP", 3, Clusters.CONNECTION_LOST),
    ],
)
def test_a_cluster_that_is_killed_or_hangs_ends_the_analysis_by_its_name(
    long_file, tmp_path, monkeypatch, scheduler, sent, seconds, code
):
    monkeypatch.setattr(clusters, "CONNECT_S", 2)
    monkeypatch.setattr(clusters, "PATIENCE_S", 3 if sent == "SIGKILL" else 5)
    with processes(1 if sent == "SIGKILL" else 2, tmp_path) as (url, master, begun):
        victim = master if scheduler else begun[0]
        stopping = threading.Timer(seconds, lambda: os.kill(victim.pid, signal.Signals[sent]))
        stopping.start()
        if not seconds:
            stopping.join()
        assert refusal_of(long_file[0], url).is_a(code)
        stopping.join()


@pytest.mark.parametrize("name", ["rng", "double-shoe"])
def test_a_run_is_judged_on_a_cluster_as_on_record(two, name):
    evaluation = evaluate_run(RunFolder.open(RELEASED / name), executor=two)
    assert evaluation.recorded
    assert not evaluation.differing
    assert evaluation.results
