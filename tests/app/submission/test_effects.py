"""An invalidation is told beforehand exactly as it comes to afterwards."""

import shutil

import pytest

from labharness.app.submission.dossiers import gather_dossier, planned_invalidation, would_take_effect
from labharness.assessment.attempts.invalidations import invalidated, void
from labharness.filings.entries.entry import Person, Role
from labharness.model.reasons.register import Entries, Invalidations
from labharness.model.reasons.run import Attempts
from tests.support.filing_factory import NAME, RUN, copied, cut_off, invalidation, put, write_workspace


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A submission with a whole run and one that a power cut ended; for reading only."""
    space = write_workspace(tmp_path_factory.mktemp("effects") / "workspace")
    cut_off(space, "cut")
    return space


@pytest.fixture
def space(begun, tmp_path):
    return copied(begun, tmp_path)


def told(space, folder, by="authorizer-c", **fields):
    return would_take_effect(space, NAME, planned_invalidation(space, folder, by).model_copy(update=fields))


def came(space, run, by="authorizer-c"):
    """Put the invalidation on record, and return what it came to."""
    put(space, invalidation(space, run, by=by), by=by)
    dossier = gather_dossier(space, NAME)
    (result,) = invalidated(dossier)
    doubts = [reason for reason in void(dossier, dossier.groups) if reason.is_a(Invalidations.BY_PARTICIPANT)]
    return result.counts, bool(doubts)


def alone(space):
    """Leave the run that was cut off as the only one."""
    shutil.rmtree(space.run(RUN).path)


@pytest.mark.parametrize(
    ("run", "prepare", "code"),
    [("cut", None, None), (RUN, None, Attempts.COUNTS_AS_DECIDING), ("cut", alone, Attempts.COUNTS_ALONE)],
)
def test_what_is_told_beforehand_is_what_it_comes_to(space, run, prepare, code):
    if prepare is not None:
        prepare(space)
    before = told(space, run)
    assert before.takes == (code is None)
    assert before.counts is None or before.counts.is_a(code)
    assert came(space, run) == (before.counts, before.doubt is not None)


def test_a_person_who_took_part_is_told_so(space):
    put(space, Person(id="engineer-a", name="Engineer A", roles=(Role.ENGINEER, Role.AUTHORIZER)), by="chief")
    before = told(space, "cut", "engineer-a")
    assert before.takes
    assert before.doubt.is_a(Invalidations.BY_PARTICIPANT)
    assert came(space, "cut", "engineer-a") == (None, True)


def test_without_a_file_or_a_fact_it_would_have_no_effect(space):
    assert told(space, "cut", files=()).counts == Entries.NO_FILE()
    assert told(space, "cut", cause="by choice").counts == Entries.STATES_NO_FACT(key="cause")


def test_a_run_of_another_name_is_not_excused(space):
    assert told(space, "cut", run="other").counts == Invalidations.RUN_UNKNOWN()
    assert told(space, "cut", start="ab" * 32).counts == Invalidations.RUN_UNKNOWN()


def test_the_command_tells_the_same_and_writes_nothing(space, cli):
    before = gather_dossier(space, NAME).submission.head
    text = ("--cause", "Mains.", "--source", "Line 41.", "--reason", "It showed no number.", "--ask")
    where = ("--workspace", space.path, "--file", space.path / "plans" / "small.toml")
    for run, words in (("cut", "the run cut is set aside"), (RUN, "counts all the same")):
        code, out, _ = cli("submission", "invalidate", NAME, run, *text, *where)
        assert (code, words in " ".join(out.split())) == (0, True)
    assert gather_dossier(space, NAME).submission.head == before


def test_a_statement_is_withdrawn_by_its_author_alone(space, cli):
    put(space, invalidation(space, "cut"), by="authorizer-c")
    where = ("--why", "Entered by mistake.", "--workspace", space.path)
    for by, code in (("engineer-a", 3), ("authorizer-c", 0)):
        assert cli("submission", "withdraw", NAME, "invalidation/void-cut", *where, "--by", by)[0] == code
    assert invalidated(gather_dossier(space, NAME)) == ()
