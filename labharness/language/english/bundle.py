"""Sentences about the folder of a report."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.bundle import Bundles
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Bundles.SUMS_DIFFER: "{file} does not match {of:or}: at least one of these files was changed.",
    Bundles.MANIFEST_REPLACED: "{file} is not the manifest that the report names.",
    Bundles.FILE_REWRITTEN: "{file} was changed.",
    Bundles.NAME_OUTSIDE: "The manifest lists {name}, which does not name a file of this folder.",
    Bundles.CODE: "{file} is a program. A report holds no program: do not run it.",
    Bundles.FILE_ADDED: "{file} is not part of this report.",
    Bundles.RUN_INCOMPLETE: (
        "{manifest} does not list the run {run} both with its files and with the hash of its last record."
    ),
    Bundles.OF_RUN: "Run {run}: {why:clause}.",
    Bundles.REHEARSAL_AS_REPORT: "{file} is a rehearsal under the name of a report.",
    Bundles.REPORT_AS_REHEARSAL: "{file} is a report under the name of a rehearsal.",
    Bundles.OTHER_CONCLUSION: "{file} does not conclude what the signed {report} declares.",
    Bundles.UNSIGNED: "The file has no signature, so nothing shows that it is unchanged.",
    Bundles.REPORTED: "The report states this: {why:clause}.",
    Bundles.RUNS_UNVERIFIED: (
        "The runs were not verified, because their copies here may differ from those reported."
    ),
    Bundles.REPORT_ALONE: "Only the PDF was verified. Name its folder to verify the evidence too.",
    Bundles.NOT_LISTED: (
        '{role}: When the report was built, "{person}" was not listed with the role {needed} in the laboratory.'
    ),
}
