"""Sentences of the verification of a report."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.verification import Verifications
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Verifications.PART_SIGNATURE: "Signature: {role}.",
    Verifications.PART_FILES: "Files.",
    Verifications.PART_RUN: "Run {run}.",
    Verifications.PART_REDRAWN: "Report drawn again.",
    Verifications.PART_AUTHORITY: "Authority in the folder.",
    Verifications.AUTHORITY_PRINT: (
        "SHA-256 {sha256}. Anybody can make an authority: compare this with the fingerprint that the laboratory publishes."
    ),
    Verifications.FILES_MATCH: "Every file is as the manifest of the report lists it.",
    Verifications.ALONE: "Only the PDF is here.",
    Verifications.RUN_RECORDS: "{records} {records:record|records}, chain intact.",
    Verifications.CHANGED: "{why}",
    Verifications.DOUBTED: "IN DOUBT: {why}",
    Verifications.REHEARSAL: "This is a rehearsal with simulated devices. A rehearsal is never issued.",
    Verifications.SIGNATURES_MISSING: "Signatures are missing: {roles}.",
    Verifications.SIGNATURE: "{role}: {standing}; {details:;}.",
    Verifications.SIGNED_BY: "{person}, {when:moment}.",
    Verifications.SIGNED_WITH_CERTIFICATE_OF: "{person}, with the certificate of {certificate}, {when:moment}.",
    Verifications.CERTIFICATE_OF: "{certificate} (name of the certificate).",
    Verifications.STAMPED: "Time stamp {stamped:moment} by {stamper}.",
    Verifications.VOUCHED_FOR: "Vouched for by {root}.",
    Verifications.NOT_TRUSTED: "Issued by {issuer}, an authority that you have not trusted.",
    Verifications.TRIAL: "TRIAL certificate: proves nothing about persons.",
    Verifications.RUN_VERIFIED: "Run {run}: integrity verified, {records} {records:record|records}.",
    Verifications.RUN_NOT_VERIFIED: "Run {run}: INTEGRITY NOT VERIFIED, {records} {records:record|records}.",
    Verifications.RUN_REPRODUCED: "Run {run}: integrity verified, {records} {records:record|records}; reproduced.",
    Verifications.RUN_NOT_REPRODUCED: (
        "Run {run}: integrity verified, {records} {records:record|records}; NOT REPRODUCED."
    ),
    Verifications.REDRAWN: "Report: {redrawn}.",
    Verifications.STATE: "{report}: {state} (SHA-256 {sha256}).",
    Verifications.STATE_OF_TRIAL: "{report}: {state}, WITH TRIAL CERTIFICATES (SHA-256 {sha256}).",
    Verifications.SPECIMEN_STATE: "{report}: {state} (A SPECIMEN, NOT A REPORT) (SHA-256 {sha256}).",
    Verifications.SPECIMEN_STATE_OF_TRIAL: (
        "{report}: {state} (A SPECIMEN, NOT A REPORT), WITH TRIAL CERTIFICATES (SHA-256 {sha256})."
    ),
    Verifications.PROBLEM: "WRONG: {why}",
    Verifications.AUTHORITY_BROUGHT: '{file} in the folder itself holds "{name}", SHA-256 {sha256}.',
    Verifications.HOW_TO_TRUST: (
        "Anybody can make an authority. Get its certificate or fingerprint directly from the laboratory. Then name it "
        "with --trust FILE or --fingerprint SHA256, or once for all with: labharness trust add FILE."
    ),
    Verifications.LATER_AMENDMENTS: (
        "This folder does not show later amendments. Ask the laboratory whether it replaced this report."
    ),
    Verifications.VERDICT_UNDECLARED: (
        "Read the verdict on the first page: this file, of an earlier version, declares none to programs."
    ),
    Verifications.VERDICT: "Verdict of the report: {verdict}. {advice}",
    Verifications.VERDICT_OF_REHEARSAL: "Verdict of the rehearsal with simulated devices: {verdict}. {advice}",
    Verifications.RECOMMENDED: "Recommendation: “{recommendation}”.",
    Verifications.WITHHELD: "The recommendation on file (“{recommendation}”) is withheld.",
    Verifications.NOTHING_RECOMMENDED: "No recommendation is on file.",
}
IN_WINDOW: Mapping[Code, str] = {
    Verifications.HOW_TO_TRUST: "Anybody can make an authority. Get its certificate or fingerprint directly from the laboratory. Then choose Trust for this verification, or add it once for all under Signing and trust in Settings.",
}
