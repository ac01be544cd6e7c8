"""What an item's reason says of its run: what was begun is never said not to have run."""

import pytest

from labharness.app.benches.lane import Do, FolderStanding, NextStep, Situation, Stand, decide
from labharness.model.reasons.night import Nights
from labharness.model.reasons.run import Runs
from labharness.nights.items import Closing, Item
from labharness.nights.journal import JournalEntry, Step

WHY = (Runs.NO_RUNNER(run="n"),)
ITEM = Item(id="n", bench="1", device="d", order={})


@pytest.mark.parametrize(
    ("standing", "expected"),
    [
        (FolderStanding(Stand.ABSENT), (Closing.NOT_RUN, Nights.REFUSED(why=WHY))),
        (FolderStanding(Stand.OPEN, gaps=1), (Closing.LEFT_OPEN, Nights.NOT_RESUMED(why=WHY))),
    ],
)
def test_a_refusal_is_told_as_that_of_a_run_that_was_begun_or_was_not(standing, expected):
    begun = standing.stand is Stand.OPEN
    entry = JournalEntry(ITEM, Step.BEGUN if begun else Step.TAKEN, spawned=1)
    about = Situation("2026-11-23T18:00:00+00:00", refusal=Nights.REFUSED(why=WHY))
    assert decide(entry, standing, about) == NextStep(Do.CLOSE, *expected)


@pytest.mark.parametrize("awaits_judgment", [False, True])
def test_a_run_that_may_not_go_on_is_left_open(awaits_judgment):
    """Also where only its judgment is missing, which is tried five times otherwise."""
    standing = FolderStanding(Stand.OPEN, allowed=2, awaits_judgment=awaits_judgment)
    about = Situation("2026-11-23T18:00:00+00:00", barred=WHY)
    decided = decide(JournalEntry(ITEM, Step.BEGUN, spawned=1), standing, about)
    assert decided == NextStep(Do.CLOSE, Closing.LEFT_OPEN, Nights.NOT_RESUMED(why=WHY))


def test_an_item_that_somebody_withdrew_before_it_began_is_closed():
    about = Situation("2026-11-23T18:00:00+00:00", withdrawn=True)
    decided = decide(JournalEntry(ITEM, Step.TAKEN), FolderStanding(Stand.ABSENT), about)
    assert decided == NextStep(Do.CLOSE, Closing.NOT_RUN, Nights.WITHDRAWN())
