"""Authenticate the software of a unit, by its device or by dumped images, and put the result on record.

Digests of a dumped image, all of one reading of its file.

The record of an authentication as JSON.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
import zlib
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labharness.app.devices.device_lease import leased
from labharness.app.devices.preflight import linked
from labharness.app.workspace.register import open_register, store
from labharness.app.workspace.repeated_sessions import CHANNEL
from labharness.app.workspace.workspace import Workspace, numbered
from labharness.assessment.authentication import (
    AuthenticationRecord,
    ImageDigests,
    compare_device,
    compare_images,
    components_of,
)
from labharness.devices.gat import GatSession, GatTerminal, fresh_seed, hold_session
from labharness.devices.opening import open_transport
from labharness.devices.tap import Limits
from labharness.errors import InputError
from labharness.evidence.durable import Writing
from labharness.evidence.outside import open_outside
from labharness.evidence.segments import GENESIS, Direction, SegmentWriter
from labharness.filings.entries.entry import Attached
from labharness.filings.entries.events import DIGITS, Component, Product, Unit
from labharness.filings.entries.snapshot import Authentication, Submission
from labharness.language.catalog import say
from labharness.model.eastern_time import eastern
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.report import Authentications
from labharness.reason import dump_reason

if TYPE_CHECKING:
    from labharness.filings.store.chain import Signer


_CHUNK = 1 << 20
CRC = "crc32"
"""CRC-32 of ISO 3309, as zlib and PNG use it; other CRCs have no unambiguous name and are not compared."""


def read_image(file: Path, part: Component, seed: bytes) -> ImageDigests:
    """Read an image once; return its digests.

    Parameters
    ----------
    part
        The component on file: one digest is under its algorithm.
    seed
        Key of HMAC-SHA-1, empty for none.

    Raises
    ------
    InputError
        If the file cannot be read, or is empty.
    """
    name = "".join(sign for sign in part.algorithm.lower() if sign.isalnum())
    wanted = {"sha1", "sha256", *({name} & set(DIGITS))}
    digests: dict[str, Any] = {each: hashlib.new(each, usedforsecurity=False) for each in wanted}
    if seed:
        digests["keyed"] = hmac.new(seed, digestmod="sha1")
    size = crc = 0
    try:
        with open_outside(file) as content:
            while chunk := content.read(_CHUNK):
                size += len(chunk)
                crc = zlib.crc32(chunk, crc) if name == CRC else 0
                for each in digests.values():
                    each.update(chunk)
    except OSError as error:
        raise InputError(Inputs.FILE_UNREADABLE(path=str(file)[:200], why=str(error.strerror))) from error
    if not size:
        raise InputError(Authentications.IMAGE_EMPTY(file=str(file)[:200]))
    result = {each: value.hexdigest().upper() for each, value in digests.items()} | {CRC: f"{crc:08X}"}
    return ImageDigests(
        file.name,
        size,
        result["sha256"],
        result["sha1"],
        result.get("keyed", ""),
        result.get(name),
        name in DIGITS,
    )


def as_json(record: AuthenticationRecord) -> dict[str, Any]:
    """Return a record as JSON values."""
    return {
        "labharness": record.version,
        "submission": record.submission,
        "authentication": record.id,
        "made": record.made,
        "by": record.by,
        "device": {
            "manufacturer": record.product.manufacturer,
            "model": record.product.model,
            "serial": record.unit.serial,
            "url": record.url,
            "protocol": record.protocol,
        },
        "seed": record.seed,
        "results": [result.model_dump(mode="json") for result in record.results],
        "images": {
            component: {"file": image.file, "size": image.size, "sha256": image.sha256}
            for component, image in record.images.items()
        },
        "seed_ignored": list(record.unseeded),
        "problems": [{"text": say(problem), "code": dump_reason(problem)} for problem in record.problems],
        "exchange_sha256": record.exchange,
        "exit": record.exit,
    }


FOLDER, RESULT = "authentications", "result.json"
SILENCE_S, LONGEST_S = 2.0, 7200.0
"""Seconds without a byte, and for a whole session."""
BAUD = 9600
"""Speed of GAT where the URL of a serial port names none."""


@dataclass(frozen=True, slots=True)
class AuthenticationOrder:
    """What is to be authenticated.

    Parameters
    ----------
    unit
        Id of the unit.
    url
        Of the device, "" for images alone.
    images
        ``COMPONENT=FILE`` each.
    seeded
        Whether the device is given a fresh random seed; without it nothing is proven.
    """

    submission: str
    unit: str
    url: str = ""
    images: Sequence[str] = ()
    seeded: bool = True


class _Evidence:
    """Where the frames of a session are kept: one hash-chained segment."""

    def __init__(self, folder: Path) -> None:
        self._segment = SegmentWriter(folder, folder.name, CHANNEL, 1, 0, GENESIS)
        self.file = folder / self._segment.name

    @property
    def position(self) -> int:
        """Number of the next frame."""
        return self._segment.frames

    def record(self, direction: Direction, payload: bytes) -> int:
        """Write one frame; return its number."""
        return self._segment.append(direction, payload, time.monotonic_ns())

    def close(self) -> None:
        """Sync and let go of the file."""
        self._segment.close()


def authenticate(
    workspace: Workspace, order: AuthenticationOrder, who: str, signer: Signer | None = None
) -> AuthenticationRecord:
    """Authenticate a unit; the result is on record when this returns, whatever it is.

    Parameters
    ----------
    who
        Id of the person, who may write: the device works for half an hour before that is asked again.

    Raises
    ------
    InputError
        If the order names what is not there, or an image cannot be read.
    DeviceError
        If the device cannot be opened.
    QueueError
        If another computer drives it.
    RegisterError
        If the person may not write.
    """
    with open_register(workspace) as register:
        submission = register.snapshot(order.submission)
    unit, product, parts = _subject(submission, order)
    files = _images(order.images, parts, unit)
    if not order.url and not files:
        raise InputError(Authentications.NOTHING_TO_AUTHENTICATE())
    seed = fresh_seed() if order.url and order.seeded else b""
    images = {part.id: read_image(files[part.id], part, seed) for part in parts if part.id in files}
    folder = _folder(workspace, submission.id)
    session, exchanged = _session(workspace, order.url, seed, folder) if order.url else (GatSession(), None)
    results = compare_images([part for part in parts if part.id in files or not order.url], images)
    if order.url:
        sums = [(component.name, component.checksum) for component in session.components]
        results += compare_device(parts, sums, session.listed, images, seeded=bool(seed))
    with open_register(workspace) as register:
        register.sign_with(signer)
        taken = {each.id for each in register.snapshot(submission.id).of(Authentication)}
        kept = store(workspace)
        exchange = (kept.add(exchanged, "Bytes exchanged with the device"),) if exchanged else ()
        record = AuthenticationRecord(
            id=numbered("authentication-", taken),
            submission=submission.id,
            product=product,
            unit=unit,
            by=who,
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            url=order.url,
            protocol=f"GAT {session.version}" if session.version else "",
            seed=seed.hex().upper(),
            results=results,
            images=images,
            problems=tuple(session.problems),
            exchange=exchange[0].sha256 if exchange else "",
        )
        written = kept.add(_write(folder / RESULT, record), "Result")
        register.put(submission.id, _entry(record, (*exchange, written)), who, "Authenticated.", expecting=0)
    return record


def _entry(record: AuthenticationRecord, files: tuple[Attached, ...]) -> Authentication:
    return Authentication(
        id=record.id,
        unit=record.unit.id,
        by=record.by,
        date=eastern(datetime.fromisoformat(record.made))[0].date(),
        time=record.made,
        url=record.url,
        protocol=record.protocol,
        seed=record.seed,
        results=record.results,
        files=files,
    )


def _session(workspace: Workspace, url: str, seed: bytes, folder: Path) -> tuple[GatSession, Path]:
    """Hold a session with a device, and record its bytes."""
    transport, limits = open_transport(_at_its_speed(url)), Limits(SILENCE_S, LONGEST_S)
    with (
        closing(_Evidence(folder)) as evidence,
        leased(workspace, (url,), interrupts=False) as lease,
        linked(transport, limits, lease.look, evidence) as link,
    ):
        return hold_session(GatTerminal(link), seed), evidence.file


def _at_its_speed(url: str) -> str:
    """Return the URL of a serial port with the speed of GAT where it names none."""
    if not url.startswith("serial://") or re.search(r"[?&]baud=", url):
        return url
    return f"{url}{'&' if '?' in url else '?'}baud={BAUD}"


def _subject(submission: Submission, order: AuthenticationOrder) -> tuple[Unit, Product, list[Component]]:
    unit = submission.named(Unit, order.unit)
    product = submission.named(Product, unit.product) if unit else None
    if unit is None or product is None:
        known = tuple(unit.id for unit in submission.of(Unit))
        raise InputError(Authentications.NO_SUCH_UNIT(unit=order.unit, submission=submission.id, known=known))
    parts = components_of(submission, unit)
    if not parts:
        raise InputError(Authentications.NO_COMPONENT(unit=unit.id))
    return unit, product, parts


def _images(named: Sequence[str], parts: Sequence[Component], unit: Unit) -> Mapping[str, Path]:
    """Return the files of images by the id of their component."""
    known = tuple(part.id for part in parts)
    paths: dict[str, Path] = {}
    for each in named:
        component, mark, file = each.partition("=")
        if not (component and mark and file):
            raise InputError(Authentications.NOT_AN_IMAGE(text=each))
        if component not in known:
            raise InputError(
                Authentications.NO_SUCH_COMPONENT(component=component, unit=unit.id, known=known)
            )
        if component in paths:
            raise InputError(Authentications.IMAGE_TWICE(component=component))
        paths[component] = Path(file)
    return paths


def _folder(workspace: Workspace, submission: str) -> Path:
    """Make the folder of an authentication; what it holds is copied to the files of the submission."""
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%f")
    folder = workspace.path / FOLDER / f"{submission}-{moment}"
    with Writing(folder):
        folder.mkdir(parents=True)
    return folder


def _write(file: Path, record: AuthenticationRecord) -> Path:
    with Writing(file):
        file.write_text(json.dumps(as_json(record), indent=1) + "\n", encoding="utf-8")
    return file
