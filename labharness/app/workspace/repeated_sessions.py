"""Repeat a recorded authentication from its bytes: the same adapter, the same seed, the same checksums or a fault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from labharness.devices.gat import GatSession, GatTerminal, hold_session
from labharness.devices.replay import Replay
from labharness.errors import LabharnessError
from labharness.evidence.segments import read_frames, segment_name
from labharness.filings.entries.snapshot import Authentication, Submission
from labharness.filings.store.file_store import FileStore
from labharness.model.reasons.report import Authentications
from labharness.reason import Reason

CHANNEL = "device"
"""Channel of the segment with the bytes exchanged."""


def not_reproduced(submission: Submission, files: FileStore) -> Iterator[Reason]:
    """Yield the authentications by a device whose recorded bytes do not give the checksums on record."""
    for entry in submission.of(Authentication):
        if not entry.url:
            continue
        recorded = {
            sum_ for line in entry.results if line.source == "device" for sum_ in line.obtained.split()
        }
        try:
            session = repeat(entry, files)
        except (LabharnessError, StopIteration):
            session = None
        if session is None or recorded != {each.checksum for each in session.components if each.checksum}:
            yield Authentications.NOT_REPRODUCED(authentication=entry.id, submission=submission.id)


def repeat(entry: Authentication, files: FileStore) -> GatSession:
    """Return what a device reported, from the bytes exchanged with it.

    Raises
    ------
    IntegrityError
        If the file is not as it was kept.
    StopIteration
        If no such file is on record.
    """
    name = segment_name(CHANNEL, 1)
    exchange = next(each for each in entry.files if each.name == name)
    content = files.read(exchange)
    run = (
        content.partition(b"\n")[0].decode("utf-8", "replace").partition(" run=")[2].partition(" channel=")[0]
    )
    with TemporaryDirectory() as folder:
        Path(folder, name).write_bytes(content)
        replay = Replay(read_frames(Path(folder), run, CHANNEL))
        session = hold_session(GatTerminal(replay, gap_s=0, poll_s=0), bytes.fromhex(entry.seed))
        replay.finish()
    return session
