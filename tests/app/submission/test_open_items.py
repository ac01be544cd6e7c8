"""Every open item leads to a part of the submission's page, and where an entry closes it to the entry's field."""

from labharness.app.submission import open_items
from labharness.app.submission.open_items import PART_OF, OpenItemPlace, SubmissionPart, place_of
from labharness.filings.entries.snapshot import KINDS, SHARED
from labharness.model.field import fields_of
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.register import Entries, Invalidations
from labharness.model.reasons.run import Attempts
from tests.support.dossiers import example_submission

OVERVIEW, CLAUSES, ITEMS = SubmissionPart.OVERVIEW, SubmissionPart.CLAUSES, SubmissionPart.ITEMS
DECISIONS, RUNS, DEFICIENCIES = SubmissionPart.DECISIONS, SubmissionPart.RUNS, SubmissionPart.DEFICIENCIES


def test_every_kind_of_entry_of_a_submission_has_its_part():
    assert set(PART_OF) == set(KINDS) - SHARED


WAYS = [
    (
        Conclusions.DEFICIENCY_OPEN(deficiency="d-1", finding="It jams."),
        DEFICIENCIES,
        "deficiency/d-1",
        "response",
    ),
    (Conclusions.SECURITY_OPEN(finding="s-1", title="A port"), DEFICIENCIES, "security/s-1", "status"),
    (Conclusions.WORDING_UNCONFIRMED(clause="58 Pa. Code § 1", wording="sister"), CLAUSES, "58 Pa. Code § 1"),
    (
        Entries.NOT_ON_RECORD(kind="unit", entry="u-1", missing="product", name="p"),
        ITEMS,
        "unit/u-1",
        "product",
    ),
    (
        Invalidations.RUN_COUNTS(invalidation="i-1", run="r", why=Attempts.COUNTS_AS_DECIDING()),
        *(DECISIONS, "invalidation/i-1", "cause"),
    ),
    (Conclusions.RUN_INTERRUPTED(run="night-3", times=2), RUNS, "night-3"),
    (Conclusions.REPLAYED(), RUNS),
    (Conclusions.INCOMPLETE(), OVERVIEW, f"filing/{example_submission().id}", "complete"),
]


def test_an_open_item_leads_to_what_closes_it():
    submission = example_submission()
    for reason, *place in WAYS:
        assert place_of(reason, submission) == OpenItemPlace(*place)


def test_every_field_that_an_open_item_leads_to_exists():
    fields = [place for place in open_items._MATTERS.values() if "/" in place.row]
    assert fields
    for place in fields:
        kind = place.row.partition("/")[0]
        assert PART_OF[kind] is place.part
        assert place.field in {field.name for field in fields_of(KINDS[kind])}
