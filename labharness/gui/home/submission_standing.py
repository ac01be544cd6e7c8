"""How a submission stands on Home: how many items are open, and what is to be done next."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.app.overview.desk import SIGNS
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import tr
from labharness.gui.submission_facts import CaseFacts, Filed
from labharness.language.numbers import number

UNKNOWN = "…"
RECOMMEND, BUILD, DONE = tr("Recommend"), tr("Build the report"), tr("Signed by all three roles")


@dataclass(frozen=True, slots=True)
class SubmissionStanding:
    """A submission.

    Parameters
    ----------
    known
        What its dossier comes to, a sentence why that cannot be said, or None before it is judged.
    """

    filed: Filed
    known: CaseFacts | str | None

    @property
    def id(self) -> str:
        """Id of the submission."""
        return self.filed.id

    @property
    def open_items(self) -> int | None:
        """How many items are open, None where nobody knows."""
        return len(self.known.open_items) if isinstance(self.known, CaseFacts) else None

    @property
    def next_step(self) -> str:
        """What is to be done next."""
        if not isinstance(self.known, CaseFacts):
            return self.known or UNKNOWN
        if self.known.open_items:
            return self.known.open_items[0].sentence
        if not self.filed.recommendation:
            return RECOMMEND
        if not self.filed.report:
            return BUILD
        role = next((role for role in SIGNS if role not in self.filed.signed), "")
        return tr("Sign as {role}", role=role) if role else DONE


SUBMISSIONS: tuple[Column[SubmissionStanding], ...] = (
    Column(tr("Reference"), lambda row: row.filed.reference or row.id, 150, named=True),
    Column(
        tr("Open items"),
        lambda row: UNKNOWN if row.open_items is None else number(row.open_items),
        84,
        number=True,
        sort=lambda row: -1 if row.open_items is None else row.open_items,
    ),
    Column(tr("Next step"), lambda row: row.next_step, 230),
)
