"""A dossier of a real run that passes, and every single thing taken from it: no PASS is left."""

import hashlib
import json
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import date

import pytest

from labharness.app.reports.submission_reports import build_submission_report
from labharness.app.submission.dossiers import (
    gather_dossier,
    planned_invalidation,
    read_dossier,
    would_take_effect,
)
from labharness.app.submission.submissions import doubts
from labharness.app.workspace.bundle import Bundle
from labharness.app.workspace.register import open_register
from labharness.assessment.conclusion import conclude
from labharness.assessment.invalidations import invalidated, void
from labharness.cli.console import ERROR
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.filings.entries.checklist import read_checklist
from labharness.filings.entries.entry import Person, Role
from labharness.filings.entries.events import Component, Product, Unit
from labharness.filings.entries.review import Document, Exclusion, Invalidation, Waiver
from labharness.model.reasons.conclusion import Conclusions, Dossiers
from labharness.model.reasons.inputs import Noun
from labharness.model.reasons.register import Entries, Invalidations, Registers
from labharness.model.reasons.run import Attempts
from labharness.model.results import Ending, Outcome
from tests.support.filed import attach
from tests.support.filing_factory import (
    NAME,
    RUN,
    copied,
    cut_off,
    invalidation,
    judged,
    put,
    recommend,
    rehearsed,
    run_it,
)
from tests.support.reasons import name as name_it
from tests.support.runs import altered, copied_as, forge
from tests.support.shown import drawn
from tests.support.thinned import every

TRIGGERS = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
COURSE = {
    RecordType.CONNECTED,
    RecordType.SESSION_OPENED,
    RecordType.SESSION_CLOSED,
    RecordType.EXCHANGE,
    RecordType.SAFE_STATE,
    RecordType.CONDUCTED,
    RecordType.DISCONNECTED,
}
"""What a run's chain could be made anew without, and still hold its samples, stages, results and verdict."""


@pytest.fixture
def space(passing, tmp_path):
    return copied(passing, tmp_path)


def no_pass(space, *named):
    """Hold that there is no pass, no approval, and a reason that names each thing; returns what it comes to."""
    result = judged(space)
    assert (result.outcome, result.refused) == (Outcome.INCONCLUSIVE, True)
    assert [name for name in named if not name_it(result.reasons, name)] == []
    return result


def test_untouched_it_passes_and_may_be_recommended(passing):
    result = judged(passing)
    assert (result.outcome, result.reasons, result.objections) == (Outcome.PASS, (), ())
    assert (result.disposition.id, result.refused) == ("approve", False)


def test_a_recommendation_older_than_a_run_or_an_entry_is_refused(space):
    """Its own date says nothing: it is that of the first of March, and so are those of the entries."""
    (unit,) = gather_dossier(space, NAME).submission.of(Unit)
    put(space, unit.model_copy(update={"condition": "A scratch on the lid."}))
    outdated = judged(space).outdated
    assert outdated["newer"] == (Conclusions.NEWER(kind="unit", name="unit-1"),)
    assert judged(space).objections == (outdated,)
    recommend(space)
    assert (judged(space).outdated, judged(space).refused) == (None, False)
    run_it(space, "later", plan_id="starting-position-later")
    result = judged(space)
    assert result.refused
    assert result.outdated["newer"] == (Conclusions.NEWER(kind="run", name="later"),)


def test_an_examination_is_waived_by_its_id_and_no_other(space, cli):
    with open_register(space) as register:
        register.remove(NAME, "waiver", "not-information-leak", "authorizer-c", "It was a slip.")
    recommend(space)
    (text,) = judged(space).objections
    assert (text.is_a(Conclusions.NOT_EXAMINED_OF), text["things"]) == (True, ("Computerized RNG",))
    words = ("--source", "The plan.", "--reason", "It is cut down.", "--workspace", space.path)
    words += ("--file", space.path / "log.txt")
    for item, by in (("information-leek", "authorizer-c"), ("information-leak", "engineer-a")):
        assert cli("submission", "waive", NAME, item, *words, "--by", by)[0] == ERROR
    assert cli("submission", "waive", NAME, "information-leak", *words, "--by", "authorizer-c")[0] == 0
    recommend(space)
    assert (judged(space).objections, judged(space).refused) == ((), False)
    waiver = gather_dossier(space, NAME).submission.of(Waiver)[-1]
    put(space, waiver.model_copy(update={"id": "slip", "item": "information-leek"}), by="authorizer-c")
    (doubt,) = doubts(gather_dossier(space, NAME).submission)
    assert doubt == Registers.UNKNOWN_NAME(
        kind="waiver", entry="slip", what=Noun.ITEM, name="information-leek", nearest=("information-leak",)
    )


@pytest.mark.parametrize("stride", every(2, [4, 1]))
def test_a_line_removed_or_altered_leaves_no_pass(space, stride):
    ledger = space.run(RUN).path / LEDGER
    lines = ledger.read_bytes().splitlines(keepends=True)
    for at, line in list(enumerate(lines))[::stride]:
        middle = len(line) // 2
        altered = line[:middle] + bytes([line[middle] ^ 1]) + line[middle + 1 :]
        for kept in ([], [altered])[: 1 if at % 4 else 2]:  # every flip is located, tests/evidence show
            ledger.write_bytes(b"".join([*lines[:at], *kept, *lines[at + 1 :]]))
            no_pass(space, RUN)
    ledger.write_bytes(b"".join(lines))
    assert judged(space).outcome is Outcome.PASS


@pytest.mark.parametrize("of_a_kind", every(2, [2, 1_000]))
def test_a_chain_made_anew_without_a_record_of_evidence_leaves_no_pass(space, of_a_kind):
    """Whoever can write the folder can chain it anew; that sample, stages and verdict fit is looked at all the same."""
    folder = space.run(RUN)
    records = list(folder.records())
    seen = Counter()
    for record in records[1:]:
        seen[record.type] += 1
        if seen[record.type] > of_a_kind and getattr(record.body, "call", "") != "software":
            continue
        forge(folder, [each for each in records if each is not record])
        transfers = record.type is RecordType.EXCHANGE and record.body.frames[1] >= record.body.frames[0]
        assert verify(folder.path).clean != transfers, "frames without a record are damage"
        result = judged(space)
        missing = record.type not in COURSE or transfers
        assert (result.outcome is Outcome.PASS) != missing, record.type
        if getattr(record.body, "call", "") == "software":
            assert result.refused, "which software ran is not proven"


def test_a_run_begun_again_under_the_same_name_hides_nothing_and_a_forged_start_is_another_run(space):
    """Restart until it passes, each time with the folder removed first: the register holds the hash of the start."""
    folder = space.run(RUN)
    genuine = (folder.path / LEDGER).read_bytes()
    start, *rest = folder.records()
    forge(folder, [replace(start, utc="2026-03-05T10:00:00.000000Z"), *rest])
    (reason,) = judged(space).reasons
    assert (judged(space).outcome, reason["run"]) == (Outcome.INCONCLUSIVE, RUN)
    assert reason.is_a(Dossiers.RUN_REPLACED)
    (folder.path / LEDGER).write_bytes(genuine)
    with open_register(space) as register:
        body = {"run": RUN, "start": "ab" * 32, "plan": "small"}
        register.note(NAME, "run started", body, "engineer-a", "A run of the submission was begun.")
    (reason,) = no_pass(space).reasons
    assert reason == Dossiers.RUN_REPLACED(run=RUN, start="ab" * 8)


def test_a_file_removed_or_altered_leaves_no_pass(space):
    folder = space.run(RUN).path
    evidence = ["plan.toml", "game.toml", *(f"raw/{file.name}" for file in (folder / "raw").iterdir())]
    assert len(evidence) == 3
    for name in evidence:
        content = (folder / name).read_bytes()
        for changed in (None, content[:-1] + bytes([content[-1] ^ 1]), content[:-1]):
            (folder / name).unlink()
            if changed is not None:
                (folder / name).write_bytes(changed)
            no_pass(space, RUN)
            (folder / name).write_bytes(content)
    (folder / "raw" / "device-0009.seg").write_bytes(b"stray")
    assert judged(space).outcome is Outcome.INCONCLUSIVE


def test_an_entry_removed_leaves_no_pass_or_no_recommendation(passing):
    dossier = rehearsed(passing)
    asked = {item.id for item in read_checklist().items if item.required and item.applies(dossier.submission)}
    tested = (Product, Unit, Component, Exclusion)
    for entry in dossier.submission.entries:
        if entry.kind == "filing":
            continue
        kept = tuple(each for each in dossier.submission.entries if each is not entry)
        result = conclude(replace(dossier, submission=replace(dossier.submission, entries=kept)))
        if isinstance(entry, tested):
            assert result.outcome is not Outcome.PASS, entry
        if entry.kind in ("laboratory", "recommendation"):
            continue  # nothing that was found rests on them
        if entry.kind == "person" and entry.id != "authorizer-c":
            continue
        if isinstance(entry, Document) and entry.item not in asked:
            continue
        assert result.refused, entry


@pytest.mark.parametrize("table", ["entry", "change"])
def test_a_row_taken_from_the_registers_database_leaves_no_pass(space, table):
    file = space.path / "register.db"
    whole = file.read_bytes()
    with closing(sqlite3.connect(file)) as database:
        rows = [row for (row,) in database.execute(f'SELECT rowid FROM "{table}"')]
    for row in rows[:: max(1, len(rows) // 12)]:
        with closing(sqlite3.connect(file)) as database:
            for (name,) in database.execute(TRIGGERS).fetchall():
                database.execute(f'DROP TRIGGER "{name}"')
            database.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (row,))
            database.commit()
        try:
            result = judged(space)
        except LabharnessError:
            pass  # there is no report at all
        else:
            assert result.outcome is Outcome.INCONCLUSIVE, row
            assert result.refused or result.recommendation is None, row
        file.write_bytes(whole)
    assert judged(space).outcome is Outcome.PASS


def other_run(space, name, submission, *, until=None, serial=None):
    """Write another run like the first, with a start of its own and, at will, broken off or of another serial."""
    copy = copied_as(space.run(RUN), space.path / "runs" / name)
    records = [
        replace(altered(record, submission=submission), utc="2026-01-02T03:04:05.000000Z")
        if record.type is RecordType.START
        else altered(record, answer=replace(record.body.answer, serial=serial))
        if serial and getattr(record.body, "call", "") == "identify"
        else record
        for record in copy.records()
    ][:until]
    forge(copy, records)
    if until:  # no end record, no fixed list of files: as a runner that died leaves it
        assert verify(copy.path).ending is Ending.INTERRUPTED
    return copy


def test_a_run_that_was_broken_off_counts_whoever_it_was_assigned_to(space):
    for submission, serial in ((NAME, None), ("", None), ("", "sim-RNG-4614"), ("", " SIM-rng-4614")):
        other = other_run(space, "before", submission, until=20, serial=serial)
        no_pass(space, "before")
        shutil.rmtree(other.path)


@pytest.fixture(scope="module")
def interrupted(passing, tmp_path_factory):
    """The same with a second run, of which a power cut left the first records; for reading only."""
    space = copied(passing, tmp_path_factory.mktemp("interrupted"))
    cut_off(space, "cut")
    return space


@pytest.fixture
def cut(interrupted, tmp_path):
    return copied(interrupted, tmp_path)


def test_a_run_that_was_cut_off_and_invalidated_is_set_aside_and_the_sentence_says_so(cut, cli):
    assert judged(cut).outcome is Outcome.INCONCLUSIVE
    word = invalidation(cut, "cut", id="invalidation-1")
    text = ("--cause", word.cause, "--source", word.source, "--reason", word.reason, "--workspace", cut.path)
    text += ("--file", cut.path / "log.txt")
    for run, by in (("cut", "engineer-a"), ("nowhere", "authorizer-c")):
        assert cli("submission", "invalidate", NAME, run, *text, "--by", by)[0] == ERROR
    assert cli("submission", "invalidate", NAME, "cut", *text, "--by", word.by)[0] == 0
    (kept,) = gather_dossier(cut, NAME).submission.of(Invalidation)
    assert kept == word.model_copy(update={"date": kept.date})
    assert judged(cut).refused, "the recommendation is older than the invalidation"
    recommend(cut)
    result = judged(cut)
    assert (result.outcome, result.refused) == (Outcome.PASS, False)
    assert (result.reasons, result.objections) == ((), ())
    aside = Invalidations.SET_ASIDE(run="cut", ending=Invalidations.ENDED(ending=Ending.INTERRUPTED))
    assert result.sentences[-1] == Conclusions.SET_ASIDE(runs=(aside,))
    built = build_submission_report(cut, NAME, "rehearsal", by="engineer-a")
    assert built.case.conclusion == result
    bundle = Bundle.open(cut.path / "reports" / f"{NAME}-s1")
    runs = [RunFolder(bundle.path / "runs" / name) for name in bundle.heads()]
    assert conclude(read_dossier(bundle.dossier(""), runs, lambda _: None)[0]) == result
    with open_register(cut) as register:
        register.remove(NAME, "invalidation", "invalidation-1", "authorizer-c", "There was no such failure.")
    no_pass(cut)


def test_an_invalidation_of_a_run_that_is_not_there_excuses_nothing(cut):
    for other in ({"run": "cutt"}, {"start": "ab" * 32}):
        put(cut, invalidation(cut, "cut", **other), by="authorizer-c")
        (missed,) = [each for each in no_pass(cut).objections if each.is_a(Invalidations.NO_SUCH_RUN)]
        assert missed["invalidation"] == "void-cut"


def test_an_invalidated_run_whose_record_was_altered_is_not_set_aside(cut):
    put(cut, invalidation(cut, "cut"), by="authorizer-c")
    ledger = cut.run("cut").path / LEDGER
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join([*lines[:9], *lines[10:]]))
    no_pass(cut)
    shutil.rmtree(cut.run("cut").path)
    assert Dossiers.RUN_MISSING(run="cut") in no_pass(cut).reasons


def test_a_run_on_the_same_unit_is_named_whatever_submission_it_is_of(space):
    other_run(space, "before", "s-460", until=20)
    other_run(space, "stray", "")
    dossier = gather_dossier(space, NAME)
    named = {
        Dossiers.COUNTS_ELSEWHERE(run="before", submission="s-460"),
        Dossiers.COUNTS_UNASSIGNED(run="stray"),
    }
    assert set(dossier.notes) == named
    no_pass(space, "before", "stray")


def test_a_unit_taken_out_of_the_register_hides_none_of_its_runs(space):
    other_run(space, "before", "", until=20, serial="SIM-rng-1")
    assert judged(space).outcome is Outcome.PASS, "no unit of the submission"
    (unit,) = gather_dossier(space, NAME).submission.of(Unit)
    put(space, unit.model_copy(update={"id": "unit-2", "serial": "SIM-rng-1"}))
    assert judged(space).outcome is Outcome.INCONCLUSIVE
    with open_register(space) as register:
        register.remove(NAME, "unit", "unit-2", "engineer-a", "Never delivered.")
    no_pass(space, "before")


def test_a_copy_and_a_folder_that_was_named_otherwise_leave_no_pass_until_they_are_gone(space):
    folder = space.run(RUN).path
    for name in ("a-copy", "z-copy"):
        copy = shutil.copytree(folder, folder.with_name(name))
        no_pass(space, name)
        shutil.rmtree(copy)
    elsewhere = folder.rename(folder.with_name("elsewhere"))
    no_pass(space, "elsewhere")
    elsewhere.rename(folder)
    result = judged(space)
    assert (result.outcome, result.reasons, result.refused) == (Outcome.PASS, (), False)


def test_two_runs_of_one_name_are_not_taken_for_each_other(space):
    """The folder of a first run was named otherwise, and the name given to another run."""
    other = other_run(space, "before", NAME)
    start, *rest = other.records()
    forge(other, [altered(start, run=RUN), *rest])
    no_pass(space, "before")


def test_what_is_altered_in_the_register_by_its_people_counts(space):
    (part, *_) = gather_dossier(space, NAME).submission.of(Component)
    (unit,) = gather_dossier(space, NAME).submission.of(Unit)
    for changed in (
        part.model_copy(update={"digest": "00" * 32}),
        part.model_copy(update={"version": "99.0.0"}),
        unit.model_copy(update={"serial": "SIM-rng-1"}),
    ):
        put(space, changed, why="Corrected.")
        assert judged(space).outcome is Outcome.INCONCLUSIVE
        put(space, part, unit, why="Put back.")
    assert judged(space).outcome is Outcome.PASS


def test_an_analysis_of_a_file_is_listed_as_no_evidence_and_decides_nothing(space, tmp_path, cli):
    """A file that is rejected takes no pass, and one that is not rejected answers no item of the checklist."""
    draws, analysis, figures = (tmp_path / name for name in ("draws.txt", "analysis.pdf", "analysis.json"))
    draws.write_text("1 1 2 1 3 1 1 4 5 1 " * 300, encoding="utf-8")
    options = ("--low", "1", "--high", "7", "--power", "0", "--report", analysis, "--json")
    code, out, _ = cli("analyze", draws, *options)
    figures.write_text(out, encoding="utf-8")
    assert (code, json.loads(out)["rejected"]) == (1, True)
    name, title = "file-analysis", "Analysis of a file (not evidence of the device)"
    put(space, Document(id=name, item=name, title=title, status="received", received=date(2026, 3, 1)))
    for file in (analysis, figures):
        attach(space, NAME, "document/file-analysis", file, "engineer-a")
    recommend(space)
    result = judged(space)
    assert (result.outcome, result.reasons, result.objections) == (Outcome.PASS, (), ())
    _, report = drawn(build_submission_report, space, NAME, "rehearsal", by="engineer-a")
    (part,) = (part for part in report.parts if "not an item of the checklist" in part)
    assert title in part
    for file in (analysis, figures):
        assert file.name in part
        assert hashlib.sha256(file.read_bytes()).hexdigest() in part.replace(" ", "")


# An invalidation is told beforehand exactly as it comes to afterwards.


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
def test_what_is_told_beforehand_is_what_it_comes_to(cut, run, prepare, code):
    if prepare is not None:
        prepare(cut)
    before = told(cut, run)
    assert before.takes == (code is None)
    assert before.counts is None or before.counts.is_a(code)
    assert came(cut, run) == (before.counts, before.doubt is not None)


def test_a_person_who_took_part_is_told_so(cut):
    put(cut, Person(id="engineer-a", name="Engineer A", roles=(Role.ENGINEER, Role.AUTHORIZER)), by="chief")
    before = told(cut, "cut", "engineer-a")
    assert before.takes
    assert before.doubt.is_a(Invalidations.BY_PARTICIPANT)
    assert came(cut, "cut", "engineer-a") == (None, True)


def test_without_a_file_a_fact_or_the_run_it_would_have_no_effect(cut):
    for fields, why in (
        ({"files": ()}, Entries.NO_FILE()),
        ({"cause": "by choice"}, Entries.STATES_NO_FACT(key="cause")),
        ({"run": "other"}, Invalidations.RUN_UNKNOWN()),
        ({"start": "ab" * 32}, Invalidations.RUN_UNKNOWN()),
    ):
        assert told(cut, "cut", **fields).counts == why


def test_the_command_tells_the_same_and_writes_nothing(cut, cli):
    before = gather_dossier(cut, NAME).submission.head
    text = ("--cause", "Mains.", "--source", "Line 41.", "--reason", "It showed no number.", "--ask")
    where = ("--workspace", cut.path, "--file", cut.path / "plans" / "small.toml")
    for run, words in (("cut", "the run cut is set aside"), (RUN, "counts all the same")):
        code, out, _ = cli("submission", "invalidate", NAME, run, *text, *where)
        assert (code, words in " ".join(out.split())) == (0, True)
    assert gather_dossier(cut, NAME).submission.head == before


def test_a_statement_is_withdrawn_by_its_author_alone(cut, cli):
    put(cut, invalidation(cut, "cut"), by="authorizer-c")
    where = ("--why", "Entered by mistake.", "--workspace", cut.path)
    for by, code in (("engineer-a", 3), ("authorizer-c", 0)):
        assert cli("submission", "withdraw", NAME, "invalidation/void-cut", *where, "--by", by)[0] == code
    assert invalidated(gather_dossier(cut, NAME)) == ()
