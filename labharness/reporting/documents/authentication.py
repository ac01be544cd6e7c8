"""The record of an authentication as a PDF to file with a submission."""

from __future__ import annotations

import json
from hashlib import sha256

from reportlab.platypus import Flowable

from labharness.assessment.authentication import AuthenticationRecord
from labharness.filings.entries.snapshot import AuthenticatedComponent, Comparison
from labharness.language.catalog import say
from labharness.language.dates import day_and_time
from labharness.model.reasons.report import Authentications
from labharness.reason import dump_reason
from labharness.reporting.blocks import Cell, colored, digest, facts, hashed, paragraph, table
from labharness.reporting.pdf.flow import Imprint, draw, heading
from labharness.reporting.typography import AMBER, GREEN, RED

TITLE = "Authentication of software"
COLORS = {Comparison.MATCH: GREEN, Comparison.MISMATCH: RED}
"""Any other result is incomplete."""


def build_authentication(record: AuthenticationRecord) -> bytes:
    """Return the PDF; the same bytes for the same record and library versions."""
    imprint = Imprint(
        title=TITLE,
        author=f"labharness {record.version}",
        subject=f"{record.product.manufacturer} {record.product.model}",
        number=f"{record.submission} {record.id}",
        head=record_hash(record),
        warning="",
        made=record.made,
        head_of="Record (SHA-256)",
    )
    return draw(imprint, lambda _: _story(record), ("1 Unit", "2 Components", "3 Images"))


def record_hash(record: AuthenticationRecord) -> str:
    """Return the SHA-256 of unit, seed and every comparison."""
    content = {
        "submission": record.submission,
        "id": record.id,
        "unit": record.unit.serial,
        "by": record.by,
        "made": record.made,
        "url": record.url,
        "protocol": record.protocol,
        "seed": record.seed,
        "results": [result.model_dump(mode="json") for result in record.results],
        "images": [[name, image.size, image.sha256] for name, image in record.images.items()],
        "problems": [dump_reason(problem) for problem in record.problems],
        "exchange": record.exchange,
        "version": record.version,
    }
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def result_cell(result: Comparison) -> Flowable:
    """Set the result of a comparison in its color."""
    return colored(result.value.upper(), COLORS.get(result, AMBER), "cell")


def _story(record: AuthenticationRecord) -> list[Flowable]:
    rows: list[tuple[str, Cell]] = [
        ("Manufacturer", record.product.manufacturer),
        ("Model", record.product.model),
        ("Serial number", record.unit.serial),
        ("Connection", record.url or "none: dumped images only"),
        ("Protocol", record.protocol or "not reported"),
        ("Random seed", digest(record.seed) if record.seed else "none"),
        ("Time", day_and_time(record.made)),
        ("By", record.by),
        ("Bytes exchanged (SHA-256)", digest(record.exchange) if record.exchange else "none"),
        ("Result", say(record.conclusion)),
    ]
    return [
        paragraph(TITLE, "title"),
        *heading(1, "Unit"),
        facts(rows),
        *([paragraph(say(Authentications.CALCULATED_BY_THE_DEVICE()))] if record.url else []),
        *(paragraph(say(problem)) for problem in record.problems),
        *(paragraph(say(Authentications.SEED_IGNORED(component=name))) for name in record.unseeded),
        *heading(2, "Components"),
        table(
            ("Component", "Result", "Hash on file; expected; obtained"),
            [(result.name, [result_cell(result.result)], _sums(result)) for result in record.results],
            (4, 2.6, 10),
        ),
        *heading(3, "Images"),
        table(
            ("Component", "File", "SHA-256"),
            [
                (name, f"{image.file}, {image.size:,} bytes", digest(image.sha256))
                for name, image in record.images.items()
            ],
            (3, 3, 10),
        )
        if record.images
        else paragraph("No image was read."),
    ]


def _sums(line: AuthenticatedComponent) -> list[Flowable]:
    algorithm, _, filed = line.filed.partition(": ")
    sums = (
        (f"on file, {algorithm}", filed),
        (f"expected, {line.algorithm}", line.expected),
        (f"obtained from the {line.source}, {line.algorithm}", line.obtained),
    )
    flowables = [line for label, text in sums if text for line in hashed(label, text)]
    return flowables or [paragraph("no checksum", "cell")]
