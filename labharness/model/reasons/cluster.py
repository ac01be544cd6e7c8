"""What a cluster of computers that count refuses."""

from __future__ import annotations

from labharness.reason import Code, refusal


class Clusters(Code, area="cluster"):
    """A cluster of dask.distributed; ``cluster`` is its address, ``worker`` that of one of its processes."""

    EXECUTOR_UNKNOWN = refusal()
    LIBRARY = refusal()
    UNREACHABLE = refusal(cluster=str, why=str)
    NO_WORKERS = refusal(cluster=str, seconds=int)
    VERSIONS_DIFFER = refusal(worker=str, what=str, here=str, there=str)
    NOT_INSTALLED = refusal(worker=str, why=str)
    WORKERS_ENDED = refusal(cluster=str)
    SILENT = refusal(cluster=str, seconds=int)
    CONNECTION_LOST = refusal(cluster=str)
    FILE_NOT_THERE = refusal(worker=str, path=str, why=str)
    OTHER_BYTES = refusal(path=str, byte=int)
