"""How to verify this document: the steps, and what they prove and do not prove."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit

_STEPS = {
    "whole": """\
labharness report verify {number} \\
--fingerprint FINGERPRINT \\
--signers SIGNERS{specimen}""",
    "results": """\
labharness report verify {number} \\
--fingerprint FINGERPRINT \\
--signers SIGNERS --reverify{specimen}""",
    "signatures": "pdfsig {number}/{file}",
    "authority": "openssl x509 -in {number}/authority.pem -noout -subject -fingerprint -sha256",
    "manifest": "sha256sum {number}/manifest.json",
    "damage": "cd {number} && sha256sum -c SHA256SUMS",
    "files": """\
cd {number} &&
awk -F\\" '/"name":/{{n=$4}}
/"sha256":/{{print $4" *"n}}' manifest.json |
sha256sum -c --quiet""",
}
"""Texts of the layout, each with the command that does what it says; the report's folder has its number as name.

Lines end where a shell takes their ends for blanks. FINGERPRINT and SIGNERS are the reader's to fill in: a report that named its own
authority would vouch for itself.
"""
_PROVES = ("proves_bytes", "proves_signers", "proves_results")
_PAGE = 560.0
"""It begins a page of its own, which can be laid beside the computer."""
_NOT = ("not_device", "not_clock", "not_register")


def commands(number: str, *, specimen: bool = False) -> dict[str, str]:
    """Return the command of each step, in order, for the folder of a report."""
    filled = {
        "number": number,
        "file": kit.dossier.SPECIMEN_PDF if specimen else kit.dossier.PDF,
        "specimen": " --specimen" if specimen else "",
    }
    return {name: command.format(**filled) for name, command in _STEPS.items()}


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the steps in their order."""
    number = case.dossier.number
    rows: kit.Rows = [
        [str(place), part.text(name), [kit.mono(line) for line in command.splitlines()]]
        for place, (name, command) in enumerate(commands(number, specimen=case.dossier.specimen).items(), 1)
    ]
    manifest: kit.Cell = kit.digest(case.manifest) if case.manifest else part.text("no_manifest")
    return [
        kit.room_for(_PAGE),
        kit.paragraph(part.text("intro")),
        kit.table(("", "What to do", "Command"), rows, (4, 53, 43), dense=True),
        kit.facts(
            [
                ("Report", number),
                ("Dossier head (SHA-256)", kit.digest(case.dossier.head)),
                ("Manifest (SHA-256)", manifest),
                ("Runs", ", ".join(run.run for run in case.dossier.runs) or "none"),
            ]
        ),
        *kit.subheading("What this proves"),
        *kit.bullets([part.text(name) for name in _PROVES]),
        *kit.subheading("What it does not prove"),
        *kit.bullets([part.text(name) for name in _NOT]),
    ]
