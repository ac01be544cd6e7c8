"""The record of a conformance check as a PDF to file with a submission.

The report of an analysis of a file: the same bytes for the same file, its date, and what was simulated.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256

from reportlab.platypus import Flowable

from labharness.assessment.file_analysis import ExaminedFile
from labharness.devices.lti.conformance.device_under_test import ConformanceRecord, Conformity, counts
from labharness.language.catalog import say
from labharness.language.dates import day_and_time
from labharness.reason import dump_reason
from labharness.reporting.blocks import colored, digest, facts, paragraph, table
from labharness.reporting.build import compose
from labharness.reporting.layout import ReportLayout, Section
from labharness.reporting.pdf.flow import Imprint, draw, heading
from labharness.reporting.typography import AMBER, GREEN, INK, QUIET, RED

TITLE = "Lab Test Interface conformance"
_COLORS = {
    Conformity.PASS: GREEN,
    Conformity.FAIL: RED,
    Conformity.NOT_TRIED: AMBER,
    Conformity.NOT_APPLICABLE: QUIET,
}


def build_conformance(record: ConformanceRecord) -> bytes:
    """Return the PDF; the same bytes for the same record and library versions."""
    imprint = Imprint(
        title=TITLE,
        author=f"labharness {record.version}",
        subject=f"{record.identity.manufacturer} {record.identity.model}",
        number=record.identity.serial,
        head=record_hash(record),
        warning="",
        made=record.made,
        head_of="Record (SHA-256)",
    )
    titles = ("1 Device", "2 Software reported by the device", "3 Rules")
    return draw(imprint, lambda _: _story(record), titles)


def record_hash(record: ConformanceRecord) -> str:
    """Return the SHA-256 of device, software and every finding."""
    identity = record.identity
    content = {
        "made": record.made,
        "version": record.version,
        "device": [identity.manufacturer, identity.model, identity.serial, identity.hardware],
        "software": [[each.name, each.version, each.algorithm, each.digest] for each in record.components],
        "rules": [[each.rule.id, each.result, dump_reason(each.seen)] for each in record.findings],
    }
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _story(record: ConformanceRecord) -> list[Flowable]:
    identity = record.identity
    results = ", ".join(f"{number} {result}" for result, number in counts(record.findings).items())
    return [
        paragraph(TITLE, "title"),
        *heading(1, "Device"),
        facts(
            [
                ("Manufacturer", identity.manufacturer),
                ("Model", identity.model),
                ("Serial number", identity.serial),
                ("Hardware revision", identity.hardware),
                ("Connection", record.url),
                ("Time of the check", day_and_time(record.made)),
                ("Rules", results),
            ]
        ),
        paragraph("The device reported these values. They do not prove which software runs."),
        *heading(2, "Software reported by the device"),
        table(
            ("Component", "Version", "Digest"),
            [
                (each.name, each.version, [paragraph(each.algorithm), digest(each.digest)])
                for each in record.components
            ],
            (3, 2, 9),
        ),
        *heading(3, "Rules"),
        table(
            ("Rule", "Text", "Result", "Seen"),
            [
                (
                    each.rule.id,
                    say(each.rule()),
                    [colored(each.result.value, _COLORS.get(each.result, INK), "cell")],
                    say(each.seen),
                )
                for each in record.findings
            ],
            (2, 8, 2.4, 6),
        ),
    ]


NO_DEVICE = "ANALYSIS OF A FILE, NOT A TEST OF A DEVICE"
FILE_HEAD = "File (SHA-256)"


def build_analysis(examined: ExaminedFile, sections: Mapping[str, Section], layout: ReportLayout) -> bytes:
    """Return the report of an analysis of a file as a PDF; its date is that of the file.

    Raises
    ------
    InputError
        If the layout names a section that was not found, or lacks one of its texts.
    """
    analysis = examined.analysis
    imprint = Imprint(
        title=layout.title,
        author=layout.author,
        subject=f"{analysis.file}: {analysis.finding.value}",
        number=f"analysis-{analysis.sha256[:12]}",
        head=analysis.sha256,
        warning=NO_DEVICE,
        made=analysis.modified,
        head_of=FILE_HEAD,
    )
    return compose(imprint, sections, layout, "examined", examined)
