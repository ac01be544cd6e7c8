"""Sentences about clusters of computers that count."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.text import installation
from labharness.model.reasons.cluster import Clusters
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Clusters.EXECUTOR_UNKNOWN: "Unknown executor. Write processes, dask://HOST:PORT or dask-tls://HOST:PORT.",
    Clusters.LIBRARY: f"A cluster needs dask.distributed. Install it with: {installation('cluster')}.",
    Clusters.UNREACHABLE: "The cluster {cluster} does not answer: {why}. Start its scheduler, or correct the address.",
    Clusters.NO_WORKERS: (
        "The cluster {cluster} has had no worker for {seconds} s. Start workers with: dask worker {cluster}."
    ),
    Clusters.VERSIONS_DIFFER: (
        "The worker {worker} of the cluster has another {what} ({there}; here {here}). Install the same versions on all computers."
    ),
    Clusters.NOT_INSTALLED: "The worker {worker} of the cluster cannot run labharness: {why}. Install labharness there.",
    Clusters.WORKERS_ENDED: (
        "Several workers of the cluster {cluster} ended while they counted the same part. Check their memory, then try again."
    ),
    Clusters.SILENT: (
        "A worker of the cluster {cluster} has not answered for {seconds} s. Start its workers anew, then try again."
    ),
    Clusters.CONNECTION_LOST: "The connection to the cluster {cluster} was lost. Start it, then try again.",
    Clusters.FILE_NOT_THERE: (
        "The worker {worker} of the cluster cannot read {path}: {why}. Put the file on a drive that all computers share."
    ),
    Clusters.OTHER_BYTES: (
        "The bytes of {path} from byte {byte} on have another SHA-256 where they are counted. Give all computers the same file."
    ),
}
