"""Evidence index: every file on which this report rests, with its hash."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.platypus import Flowable

from labharness.reporting import kit

_HEAD, _WIDTHS = ("File", "Bytes", "Frames", "SHA-256"), (104, 54, 40, 282)


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the heads, the files of every run, and those of the register."""
    dossier = case.dossier
    manifest: kit.Cell = kit.digest(case.manifest) if case.manifest else part.text("no_manifest")
    head: kit.Cell = kit.digest(dossier.submission.head) if dossier.submission.head else "none"
    pairs: kit.Facts = [
        ("Dossier head (SHA-256)", kit.digest(dossier.head)),
        ("Head of the register", head),
        ("Manifest (SHA-256)", manifest),
        ("Runs", len(dossier.runs)),
    ]
    flowables: list[Flowable] = [kit.paragraph(part.text("intro")), kit.facts(pairs)]
    for run in dossier.runs:
        flowables += _run(run)
    rows = list(_registered(dossier.submission))
    title = kit.subheading("Files of the register")
    if not rows:
        return [*flowables, *title, kit.paragraph("None.")]
    shown = kit.table(("File; belongs to", "Bytes", "SHA-256"), rows, (144, 54, 282), "lrl", dense=True)
    return [*flowables, *title, shown]


def _run(run: kit.Subject) -> list[Flowable]:
    checked = run.verification
    state: kit.Cell = "Integrity verified."
    if not checked.clean:
        faults = (kit.paragraph(kit.say(problem), "cell") for problem in checked.problems)
        state = [kit.loud(kit.UNVERIFIED), *faults]
    rows = kit.said.files(run)
    rows += [
        [[kit.mono("attachments/"), kit.paragraph(name, "label")], "–", "–", kit.digest(sha256)]
        for name, sha256 in {
            each.attachment.name: each.attachment.sha256
            for finding in run.findings.values()
            for each in finding
            if each.attachment
        }.items()
    ]
    pairs: kit.Facts = [
        ("Run head (SHA-256)", kit.digest(run.head)),
        ("Verification", state),
        ("Records", checked.records),
        ("Raw bytes on file", checked.raw_bytes),
    ]
    return [
        *kit.subheading(run.run),
        kit.facts(pairs, dense=True),
        kit.table(_HEAD, rows, _WIDTHS, "lrrl", dense=True),
    ]


def _registered(submission: kit.Submission) -> Iterator[list[kit.Cell]]:
    for entry in submission.entries:
        for name in ("files", "photographs"):
            kept: tuple[kit.Attached, ...] = getattr(entry, name, ())
            for file in kept:
                text = [kit.paragraph(file.name, "cell"), kit.paragraph(f"{entry.kind} {entry.id}", "label")]
                yield [text, file.size, kit.digest(file.sha256)]
