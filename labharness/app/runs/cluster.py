"""Counting on a cluster of dask.distributed: the same tallies as in one process, bit for bit.

Every task checks that its worker has the versions of this computer and reads the bytes that this computer read. Parts are
pure, so that the scheduler may have a part counted again whose worker was lost.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from labharness.analysis.sampling.check import Check
from labharness.analysis.sampling.evaluation import (
    Begun,
    Given,
    Part,
    SamplePart,
    Tallies,
    counted,
    merged,
    tally_all,
)
from labharness.analysis.sampling.files.source import read_range
from labharness.analysis.sampling.files.stretches import Stretch
from labharness.analysis.sampling.judging import judged
from labharness.analysis.sampling.processes import AHEAD
from labharness.analysis.sampling.tables import Block, Population
from labharness.app.plug_ins.plug_in_files import versions
from labharness.errors import InputError, LabharnessError
from labharness.model.reasons.night import Clusters
from labharness.model.results import CheckResult
from labharness.reason import OnStep, unheard
from labharness.runner.cutting import RunPart

_Answer = TypeVar("_Answer")
_URL = re.compile(r"dask(-tls)?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):([0-9]{1,5})")
CONNECT_S = 10
"""How long scheduler and workers may take to answer."""
LOOK_S = 1.0
"""Between two looks whether the cluster that counts is there."""
PATIENCE_S = 60
"""How long a cluster may have no worker, or no connection, before counting ends."""
APART = ("system", "pydantic", "pyusb", "reportlab", "pikepdf", "pillow", "pyhanko", "sqlalchemy")
"""Versions on which no tally depends."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster that answers, whose workers have the versions of this computer.

    Parameters
    ----------
    workers
        Parts that it counts at once.
    """

    address: str
    client: Any
    workers: int

    @property
    def others(self) -> Cluster:
        """The cluster computes beside this process."""
        return self

    def submit(self, work: Callable[..., Any], *arguments: Any) -> _Task:
        """Have a worker compute."""
        return _Task(self, self.client.submit(_computed_there, own_versions(), work, arguments, pure=False))

    def prepare(self, checks: Mapping[str, Check], parts: type[SamplePart]) -> None:
        """Do nothing: its workers are there, and load what they need with the first part."""

    def begin(self, checks: Mapping[str, Check], part: Given) -> Given | Begun:
        """Return the part itself: what is sent to another computer was verified."""
        del checks
        return part

    def judge(
        self,
        checks: Mapping[str, Check],
        tallies: Tallies,
        populations: Mapping[str, Population],
        on_step: OnStep = unheard,
    ) -> dict[str, CheckResult]:
        """Return what each check makes of its tally of its sample; this process judges."""
        return judged(checks, tallies, populations, on_step, None)

    def fold(self, checks: Mapping[str, Check], parts: Iterable[Part]) -> Tallies:
        """Return the tally of every check over a whole sample, as :func:`labharness.analysis.sampling.evaluation.fold` does.

        Raises
        ------
        LabharnessError
            If the cluster is lost, a worker has other versions or another file, or the sample is wrong.
        """
        expected = own_versions()

        def submit(part: Block | SamplePart) -> _Task:
            if isinstance(part, Stretch):
                part = _sealed(part)
            elif isinstance(part, RunPart):  # evidence stays on this computer's disk
                part = part.with_content()
            return _Task(self, self.client.submit(_counted_there, expected, checks, part, pure=False))

        return merged(checks, counted(submit, None, parts, self.workers * AHEAD))


@dataclass(slots=True)
class _Task:
    """What a worker computes."""

    cluster: Cluster
    future: Any

    def done(self) -> bool:
        """Say whether it is done."""
        return bool(self.future.done())

    def cancel(self) -> bool:
        """Cancel it: its result is no longer needed."""
        self.future.cancel()
        return True

    def result(self) -> Any:
        """Wait for it, as long as the cluster has workers."""
        distributed = import_module("distributed")
        address, since = self.cluster.address, time.monotonic()
        while True:
            try:
                result = self.future.result(timeout=LOOK_S)
            except distributed.TimeoutError:
                workers = _workers(self.cluster.client)
                connected = workers is not None
                if workers:
                    since = time.monotonic()
                elif time.monotonic() - since > PATIENCE_S:
                    lost = Clusters.NO_WORKERS(cluster=address, seconds=PATIENCE_S)
                    raise LabharnessError(
                        lost if connected else Clusters.CONNECTION_LOST(cluster=address)
                    ) from None
            except distributed.KilledWorker as error:
                raise LabharnessError(Clusters.WORKERS_ENDED(cluster=address)) from error
            except (CancelledError, OSError) as error:
                raise LabharnessError(Clusters.CONNECTION_LOST(cluster=address)) from error
            else:
                return result


@contextmanager
def cluster(url: str) -> Iterator[Cluster]:
    """Connect to a cluster, and see that all of its workers can count.

    Parameters
    ----------
    url
        ``dask://HOST:PORT``, or ``dask-tls://HOST:PORT`` with the certificates that dask's configuration names.

    Raises
    ------
    InputError
        If the URL is none, or the library is not installed.
    LabharnessError
        If the cluster does not answer, has no workers, or one with other versions.
    """
    match = _URL.fullmatch(url)
    if match is None:
        raise InputError(Clusters.EXECUTOR_UNKNOWN())
    tls, host, port = match.groups()
    address = f"{'tls' if tls else 'tcp'}://{host}:{port}"
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise InputError(Clusters.LIBRARY()) from error
    for name in ("distributed", "distributed.client"):  # each has a level of its own; what matters is raised
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        security = distributed.Security(require_encryption=bool(tls))
        client = _in_time(
            # Its time limit ends with the connection: a scheduler that hangs afterwards is waited for without one.
            2 * CONNECT_S,
            lambda: distributed.Client(address, security=security, timeout=CONNECT_S, set_as_default=False),
        )
    except (OSError, TypeError, RuntimeError, ValueError) as error:
        late = os.strerror(errno.ETIMEDOUT) if isinstance(error, TimeoutError) else type(error).__name__
        why = str(error).splitlines()[0][:200] if str(error) else late
        raise LabharnessError(Clusters.UNREACHABLE(cluster=address, why=why)) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=CONNECT_S)
        except distributed.TimeoutError as error:
            raise LabharnessError(Clusters.NO_WORKERS(cluster=address, seconds=CONNECT_S)) from error
        try:
            _shake_hands(client)
        except TimeoutError as error:
            raise LabharnessError(Clusters.SILENT(cluster=address, seconds=PATIENCE_S)) from error
        yield Cluster(address, client, max(1, sum(client.ncores().values())))


@cache
def own_versions() -> dict[str, str]:
    """Return the versions that tallies depend on, those of this process: product, checks, plug-ins, libraries."""
    texts = {name: version for name, version in versions().items() if name not in APART}
    texts["python"] = ".".join(texts["python"].split(".")[:2])
    return texts


def _shake_hands(client: Any) -> None:
    answer = _in_time(PATIENCE_S, lambda: client.run(own_versions, on_error="return"))
    for worker, there in answer.items():
        if isinstance(there, BaseException):
            why = str(there).splitlines()[0][:200] if str(there) else type(there).__name__
            raise LabharnessError(Clusters.NOT_INSTALLED(worker=worker, why=why)) from there
        _compare(own_versions(), there, worker)


def _compare(here: Mapping[str, str], there: Mapping[str, str], worker: str) -> None:
    for what in sorted({*here, *there}):
        mine, other = here.get(what, ""), there.get(what, "")
        if mine != other:
            raise LabharnessError(
                Clusters.VERSIONS_DIFFER(worker=worker, what=what, here=mine[:40], there=other[:40])
            )


def _computed_there(expected: Mapping[str, str], work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Compute on a worker, which may have joined after the others were asked for their versions."""
    _compare(expected, own_versions(), _this_worker())
    return work(*arguments)


def _counted_there(
    expected: Mapping[str, str], checks: Mapping[str, Check], part: Block | SamplePart
) -> Tallies:
    """Count a part; runs on a worker, which may have joined after the others were asked for their versions."""
    _compare(expected, own_versions(), _this_worker())
    try:
        return tally_all(checks, part)
    except OSError as error:
        path = str(part.path) if isinstance(part, Stretch) else ""
        why = str(error.strerror)
        raise InputError(Clusters.FILE_NOT_THERE(worker=_this_worker(), path=path, why=why)) from None


def _this_worker() -> str:
    return str(import_module("distributed").get_worker().address)


def _workers(client: Any) -> int | None:
    """Return how many workers the cluster has, None where it does not answer."""
    if client.status != "running":
        return None
    try:
        return len(_in_time(CONNECT_S, client.scheduler_info).get("workers", ()))
    except OSError:
        return None


def _in_time(seconds: float, call: Callable[[], _Answer]) -> _Answer:
    """Return the result of a call; raises :class:`TimeoutError` if it takes longer. Its thread is then left behind."""
    answer = Future[_Answer]()

    def work() -> None:
        try:
            answer.set_result(call())
        except BaseException as error:  # noqa: BLE001  raised where the answer is waited for
            answer.set_exception(error)

    threading.Thread(target=work, name="cluster", daemon=True).start()
    return answer.result(seconds)


def _sealed(stretch: Stretch) -> Stretch:
    """Return a stretch with the hash of its bytes and a path that does not depend on this process."""
    path = stretch.path.absolute()
    content = read_range(path, stretch.start, stretch.size)
    return replace(stretch, path=path, sha256=hashlib.sha256(content).hexdigest())
