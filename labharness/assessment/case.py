"""What the sections of a dossier's report are functions of: the dossier, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from labharness.assessment.attempts.explanations import equal_runs
from labharness.assessment.conclusion import Conclusion, conclude
from labharness.assessment.dossier import Dossier
from labharness.assessment.lapsed_law import lapsed_laws
from labharness.filings.entries.snapshot import Submission
from labharness.language.catalog import say
from labharness.model.standing import Standing, standing_of
from labharness.reason import Reason


@dataclass(frozen=True)
class Case:
    """A dossier with its conclusion, which is reached once.

    Parameters
    ----------
    manifest
        SHA-256 of the manifest that goes with the report, "" where there is none.
    numbered
        Whether sentences name runs by their numbers, as in a document that has a table of them.
    """

    dossier: Dossier
    conclusion: Conclusion
    manifest: str = ""
    numbered: bool = False

    @classmethod
    def of(cls, dossier: Dossier, manifest: str = "", *, numbered: bool = False) -> Case:
        """Judge a dossier."""
        return cls(dossier, conclude(dossier), manifest, numbered)

    def say(self, reason: Reason) -> str:
        """Return the sentence of a reason, in which checks have their titles."""
        return say(reason, self.dossier.titles, self.dossier.run_numbers if self.numbered else None)

    def words(self, reasons: Iterable[Reason]) -> list[str]:
        """Return the sentences of reasons."""
        return [self.say(reason) for reason in reasons]

    @property
    def standing(self) -> Standing:
        """The verdict over all runs with its qualifiers."""
        dossier = self.dossier
        pairs = equal_runs(dossier)
        return standing_of(
            self.conclusion.outcome,
            simulated=bool(dossier.simulated),
            replayed=any(run.replayed for run in dossier.runs),
            specimen=dossier.specimen,
            rescinded_law=any(law.rescinded for law in lapsed_laws(dossier)),
            same_data=any(two.word is None for two in pairs),
            explained_data=any(two.word is not None for two in pairs),
        )

    @property
    def submission(self) -> Submission:
        """What the register holds."""
        return self.dossier.submission
