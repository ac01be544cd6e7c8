"""What the sections of a dossier's report are functions of: the dossier, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from labharness.assessment.conclusion import Conclusion, conclude
from labharness.assessment.dossier import Dossier
from labharness.filings.entries.snapshot import Submission
from labharness.language.catalog import say
from labharness.reason import Reason


@dataclass(frozen=True)
class Case:
    """A dossier with its conclusion, which is reached once.

    Parameters
    ----------
    manifest
        SHA-256 of the manifest that goes with the report, "" where there is none.
    """

    dossier: Dossier
    conclusion: Conclusion
    manifest: str = ""

    @classmethod
    def of(cls, dossier: Dossier, manifest: str = "") -> Case:
        """Judge a dossier."""
        return cls(dossier, conclude(dossier), manifest)

    def say(self, reason: Reason) -> str:
        """Return the sentence of a reason, in which checks have their titles."""
        return say(reason, self.dossier.titles)

    def words(self, reasons: Iterable[Reason]) -> list[str]:
        """Return the sentences of reasons."""
        return [say(reason, self.dossier.titles) for reason in reasons]

    @property
    def submission(self) -> Submission:
        """What the register holds."""
        return self.dossier.submission
