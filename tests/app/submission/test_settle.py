"""The verdict over all attempts: one retest, and no attempt left out."""

import hashlib
import shutil
from dataclasses import replace

import pytest
from numpy.random import PCG64, Generator

from labharness.acts import run
from labharness.acts.run import ConductedRun
from labharness.analysis.decision.retest import Attempt, settle
from labharness.analysis.decision.rule import DecisionLevels
from labharness.app.plug_ins.discovery import discover
from labharness.app.submission.submissions import gather, settle_runs
from labharness.app.workspace.register import BUILT, record
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.runs.judging import judge
from labharness.assessment.settling import DeviceAttempts, settle_members
from labharness.cli.console import ERROR
from labharness.evidence.history.run import RunHistory
from labharness.evidence.lock import FileLock
from labharness.evidence.records.body import RecordType, dump
from labharness.evidence.records.course import ResumedBody
from labharness.evidence.verify import verify
from labharness.language.catalog import say
from labharness.model.reasons.conclusion import Settled
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.decision import Held
from labharness.model.reasons.evidence import Lockable
from labharness.model.reasons.plan import Stated
from labharness.model.reasons.run import Attempts, Course, Runs, Trait, members_of
from labharness.model.results import Decision, Ending, Outcome, Verdict
from labharness.plans.frozen import frozen_plan
from labharness.reason import Titled, quoted
from labharness.reporting.layout import SIMULATED
from labharness.runner.cutting import Conducted, RawDecoder
from tests.support.reasons import every
from tests.support.recorded import spoken
from tests.support.rewording import rewritten
from tests.support.runs import altered, body_of, copied_as, fields_of, forge

EACH = 500
# Outcomes 1 and 2 come 500 ± d times among seven: X² = d² / 250 with 6 degrees of freedom.  Doubled by Holm's
# correction for two checks, that is p = 1, 0.035 and 0.0052, against levels of 0.05 and, outright, 0.025.
GOOD, AWAITING, BAD = 14, 62, 71


def alone(attempts, **options):
    """Settle attempts without a word of other runs."""
    own = DeviceAttempts(attempts.base, attempts.members)
    return settle_members(own, discover(), RawDecoder, **options)


@pytest.fixture
def attempted(rng_run, tmp_path):
    """Write runs like the recorded one, with other draws, another unit or another ending."""
    _, source, _ = rng_run
    space = Workspace.init(tmp_path / "workspace")
    minutes = iter(range(10, 60))

    def make(name, deviation, *, until=None, ending=Ending.COMPLETE, seed=4614, resumed=False, **changes):
        folder = copied_as(source, space.path / "runs" / name)
        draws = _draws(deviation, seed)
        when = f"2026-01-02T03:{next(minutes)}:00.000000Z"
        records = [
            replace(each, utc=when, body=_changed(each, draws, **changes)) for each in folder.records()
        ]
        if resumed:
            _interrupt(records, frozen_plan(folder).plan.interruptions_allowed)
        if until is not None:
            forge(folder, records[:until])
            return folder
        text = (RecordType.RESULT, RecordType.VERDICT, RecordType.END)
        forge(folder, [record for record in records if record.type not in text])
        results, verdict = judged_anew(folder, ending)
        forge(folder, [_told(record, results, verdict, ending) for record in records])
        assert verify(folder.path).clean
        assert RunHistory.of(folder).summary.verdict == verdict
        return folder

    make.space = space
    return make


def _interrupt(records, allowed):
    """Have the run go on after breaks between its first two stages, one more than its plan allows."""
    at = next(at for at, record in enumerate(records, 1) if record.type is RecordType.STAGE_FINISHED)
    for seq in range(at, at + allowed + 1):
        body = ResumedBody(after_seq=seq - 1, gap_s=461.0, orphan_frames={}, planned=False)
        records.insert(seq, replace(records[at], body=body))


def _draws(deviation, seed):
    counts = [EACH + deviation, EACH - deviation, *[EACH] * 5]
    values = [value for value, count in enumerate(counts, 1) for _ in range(count)]
    return Generator(PCG64(seed)).permutation(values).tolist()


def _changed(record, draws, serial=None, digest=None, status=None):
    body = fields_of(record.body)
    if record.type is RecordType.OBSERVED and body["stage"] == "draws":
        body["data"] = [" ".join(map(str, draws[body["first"] :][: body["units"]]))]
    elif record.type is RecordType.FIRST_UNITS:
        body["hashed"] = []  # the copies are about other things than equal data
    elif serial and body.get("call") == "identify":
        body["answer"] = {**body["answer"], "serial": serial}
    elif digest and body.get("call") == "software":
        body["answer"] = [{**body["answer"][0], "digest": digest}, *body["answer"][1:]]
    elif status and record.type is RecordType.STAGE_FINISHED and body["stage"] == "authenticate":
        body |= {"status": status, "reasons": ["The software was looked at."]}
    return body_of(record.type, body)


def _told(record, results, verdict, ending):
    body = fields_of(record.body)
    if record.type is RecordType.RESULT:
        body["result"] = dump(results[body["check"]])
    elif record.type is RecordType.VERDICT:
        body["verdict"] = dump(verdict)
    elif record.type is RecordType.END:
        body["ending"] = ending.value
    return replace(record, body=body_of(record.type, body))


@pytest.fixture
def settled(attempted, cli):
    """Settle from some of the runs: exit code and what is said."""

    def from_runs(*names):
        before = _bytes(attempted.space.path)
        code, text = cli.json("settle", *names, "--workspace", attempted.space.path)
        if code < ERROR:
            for name in ("basis", "reasons", "notes"):
                text[name] = list(map(spoken, text[name]))
            _same_from_the_record(attempted.space, names, text)
        assert _bytes(attempted.space.path) == before, "settling writes nothing"
        return code, text

    return from_runs


def _same_from_the_record(space, names, text):
    """What a dossier settles from the results on record is what is settled by computing them again."""
    attempts = gather(space, names)
    kept = settle_members(attempts, discover(), RawDecoder, recorded=True)
    assert (kept.outcome, list(kept.reasons)) == (text["outcome"], text["reasons"])
    assert list(kept.basis) == text["basis"]
    assert [(attempt.run, attempt.role, attempt.outcome, attempt.p) for attempt in kept.attempts] == [
        (each["run"], each["role"], each["outcome"], each["p"]) for each in text["attempts"]
    ]


def _bytes(path):
    return {file: file.read_bytes() for file in path.rglob("*") if file.is_file()}


def roles(text):
    return [(each["run"], each["role"], each["outcome"]) for each in text["attempts"]]


def test_a_retest_passes_what_awaited_it(attempted, settled, cli):
    attempted("first", AWAITING)
    code, text = settled("first")
    assert (code, text["outcome"]) == (2, "INCONCLUSIVE")
    assert text["basis"] == [Settled.AWAITS_RETEST(attempts=1, run="first", checks=(Titled("frequency"),))]
    (level,) = text["levels"]
    assert (level["check"], level["citation"], level["level"]) == ("frequency", "pa-810a-5-c", 0.05)
    assert (level["fail_below"], level["retest_below"]) == (0.025, 0.05)
    assert 0.025 <= text["attempts"][0]["p"]["frequency"] < 0.05
    attempted("second", GOOD)
    for named in (["first"], ["second"], ["second", "first"]):
        code, text = settled(*named)
        assert (code, text["outcome"], text["reasons"], text["notes"]) == (0, "PASS", [], [])
        assert roles(text) == [("first", "first", "INCONCLUSIVE"), ("second", "retest", "PASS")]
        assert text["attempts"][1]["p"]["frequency"] > 0.05
    attempts = gather(attempted.space, ["first"])
    again, kept = (alone(attempts, recorded=each) for each in (False, True))
    assert kept == again, "the same from the record to the last digit"
    assert {"frequency", "serial-pairs", "identified-generator"} < {each.check_id for each in kept.decisions}
    code, out, err = cli("settle", "first", "--workspace", attempted.space.path)
    assert (code, err) == (0, "")
    assert out.startswith(f"{SIMULATED}: first, second\nPASS, simulated  Over 2 attempts: the retest of ")
    assert "serial SIM-rng-4614; plan pai-gow-poker-645a-starting-position-cut." in out
    assert "answers pa-810a-5-c at 0.05: below 0.025 the first sample fails, below 0.05 the retest." in out


@pytest.mark.parametrize(("status", "code"), [("failed", 1), ("doubtful", 2)])
def test_what_no_check_sees_counts_too(attempted, settled, status, code):
    attempted("first", AWAITING, status=status)
    attempted("second", GOOD)
    result, text = settled("first")
    of = {"failed": Course.STAGE_FAILED, "doubtful": Course.STAGE_DOUBTFUL}[status]
    runs, why = members_of(text["reasons"][0])
    assert (result, runs) == (code, ("first",))
    assert why == of(stage="authenticate", result=(quoted("The software was looked at."),))
    role = "not asked for" if code == 1 else "retest"
    assert text["attempts"][1]["role"] == role, "a failure forbids the retest, a doubt only outlasts it"


def test_a_plan_without_checks_is_settled_by_what_people_found():
    attempt = Attempt("first", "SN 1", (), "plan", {})
    assert settle((), DecisionLevels(), [attempt]) == Verdict(Outcome.PASS, ())
    failed = replace(attempt, failures=("Stage faults: one miss was confirmed.",))
    assert settle((), DecisionLevels(), [failed]) == Verdict(Outcome.FAIL, failed.failures)


@pytest.mark.parametrize("until", [12, 40])
def test_an_interrupted_run_counts_until_it_is_invalidated(attempted, settled, cli, until):
    attempted("cut", GOOD, until=until)
    attempted("whole", GOOD, seed=461)
    code, text = settled("whole")
    assert (code, text["outcome"]) == (2, "INCONCLUSIVE")
    assert roles(text)[0] == ("cut", "not completed", "INCONCLUSIVE")
    assert text["attempts"][0]["ending"] == "INTERRUPTED"
    assert Attempts.NOT_COMPLETED(run="cut") in text["reasons"]
    if until == 12:
        text = cli("settle", "whole", "--workspace", attempted.space.path)[1]
        assert "  - cut: Stage raw was not finished." in text, "people read whose reason it is"
    kept, parts, why = _without(attempted, "cut")
    assert (kept.outcome, kept.reasons, parts, why) == (Outcome.PASS, (), ["set aside", "first"], {})
    assert kept.basis == (Settled.PASSED_ALONE(attempts=2), Settled.RUNS_SET_ASIDE(runs=("cut",)))
    assert [attempt.outcome for attempt in kept.attempts] == [Outcome.INCONCLUSIVE, Outcome.PASS]


def _without(result, *names):
    """Settle with some runs invalidated: outcome, roles, and why any of them counts all the same."""
    attempts = gather(result.space, names)
    named = {(member.run, member.origin) for member in attempts.members if member.run in names}
    kept = alone(attempts, recorded=True, invalidated=named)
    strict = alone(attempts, recorded=True, invalidated={(names[0], "00" * 32)})
    assert strict == alone(attempts, recorded=True), "a name alone excuses nothing"
    why = {attempt.run: attempt.counts for attempt in kept.attempts if attempt.counts}
    return kept, [attempt.role for attempt in kept.attempts], why


def test_a_run_repeated_without_need_does_not_pass_and_is_set_aside_where_it_passed(attempted, settled):
    attempted("first", GOOD)
    code, text = settled("first")
    assert (code, text["outcome"], text["reasons"], text["levels"]) == (0, "PASS", [], [])
    assert roles(text) == [("first", "first", "PASS")]
    attempted("second", GOOD, seed=461)
    nothing = Attempts.NOTHING_TO_REPEAT(first="first")
    code, text = settled("second")
    assert (code, text["reasons"]) == (2, [Attempts.NOT_THE_RETEST(run="second", why=nothing)])
    attempted("third", AWAITING)
    kept, parts, why = _without(attempted, "second", "third")
    assert (kept.outcome, parts) == (Outcome.INCONCLUSIVE, ["first", "set aside", "not asked for"])
    assert kept.reasons[-1] == Attempts.NOT_THE_RETEST(run="third", why=nothing)
    assert why["third"]["why"].is_a(Held.RETEST_DECIDES)


@pytest.mark.parametrize(("stopped", "comes"), [(GOOD, "PASS"), (AWAITING, "INCONCLUSIVE")])
def test_the_retest_is_judged_as_one_between_runs_that_were_set_aside(attempted, stopped, comes):
    attempted("cut", AWAITING, until=12)
    attempted("first", AWAITING)
    attempted("again", stopped, ending=Ending.STOPPED_BY_OPERATOR, seed=461)
    attempted("second", GOOD)
    kept, parts, why = _without(attempted, "cut", "again")
    left = "set aside" if stopped is GOOD else "not completed"
    assert (kept.outcome.value, parts) == (comes, ["set aside", "first", left, "retest"])
    assert bool(why) == (stopped is AWAITING), "its samples were whole, and one of them speaks against a pass"


@pytest.mark.parametrize(("deviation", "comes"), [(GOOD, "PASS"), (AWAITING, "INCONCLUSIVE"), (BAD, "FAIL")])
def test_a_resumed_run_gives_way_to_a_whole_one_where_it_passed(attempted, deviation, comes):
    attempted("resumed", deviation, resumed=True)
    attempted("whole", GOOD, seed=461)
    kept, parts, why = _without(attempted, "resumed")
    assert kept.outcome.value == comes
    assert parts[0] == ("set aside" if comes == "PASS" else "first")
    assert bool(why) == (comes != "PASS")
    assert any(each.is_a(Course.INTERRUPTIONS) for each in kept.attempts[0].reasons)


def test_a_whole_run_gives_no_way_to_a_resumed_one(attempted):
    attempted("whole", GOOD)
    attempted("resumed", GOOD, resumed=True, seed=461)
    kept, parts, why = _without(attempted, "whole")
    assert (kept.outcome, parts) == (Outcome.INCONCLUSIVE, ["first", "not asked for"])
    assert why == {"whole": Attempts.COUNTS_AS_DECIDING()}


def test_a_sample_that_was_there_before_is_no_fresh_one_though_its_run_was_set_aside(attempted):
    for name in ("first", "second", "third"):
        attempted(name, GOOD, seed=4614 if name != "second" else 461)
    kept, parts, why = _without(attempted, "second", "third")
    assert (kept.outcome, parts) == (Outcome.INCONCLUSIVE, ["first", "set aside", "not asked for"])
    assert why["third"]["why"] == Attempts.SAME_SAMPLE(run="third", earlier="first")


def test_a_run_in_which_nothing_was_done_is_only_mentioned(attempted, settled):
    attempted("nothing", GOOD, until=3)
    attempted("whole", GOOD)
    code, text = settled("whole")
    assert (code, text["outcome"]) == (0, "PASS")
    assert text["notes"] == [Settled.NOTHING_DONE(run="nothing")]


def test_no_run_was_completed(attempted, settled):
    attempted("cut", GOOD, until=12)
    code, text = settled("cut")
    assert (code, Attempts.NONE_COMPLETE() in text["reasons"]) == (2, True)
    assert text["basis"] == [Settled.NONE_COMPLETED(attempts=1)]


def _refused(settled, *names):
    code, text = settled(*names)
    assert code == 3
    assert text["sentence"].endswith(".")
    return text["sentence"]


@pytest.mark.parametrize("trait", [Trait.UNIT, Trait.SOFTWARE, Trait.PLAN])
def test_another_unit_software_or_plan_is_no_retest(attempted, settled, trait):
    attempted("first", AWAITING)
    other = {Trait.UNIT: {"serial": "SN 2"}, Trait.SOFTWARE: {"digest": "00" * 32}}
    second = attempted("second", GOOD, **other.get(trait, {}))
    if trait is Trait.PLAN:
        _replan(second, b"sessions = 1", b"sessions = 1  # again")
    refused = Runs.OTHER_DEVICE(run="second", first="first", traits=(trait,))
    assert _refused(settled, "first", "second") == say(refused)
    code, alone = settled("first")
    assert (code, len(alone["attempts"])) == (2, 1)
    apart = [Settled.STANDS_APART(run="second", traits=(trait,))]
    assert alone["notes"] == (apart if trait is not Trait.UNIT else [])


@pytest.mark.parametrize(
    ("deviation", "reason", "new"),
    [
        (BAD, Attempts.FAILED_BESIDE, b"sessions = 1  # again"),
        (AWAITING, Attempts.AWAITS_BESIDE, b"sessions = 1\nrepeats_allowed = 7"),
    ],
)
def test_no_plan_text_passes_a_unit_that_failed_under_another(attempted, settled, deviation, reason, new):
    attempted("first", deviation)
    _replan(attempted("second", GOOD), b"sessions = 1", new, plan_id="a-name-of-its-own")
    code, text = settled("second")
    assert (code, text["outcome"], text["reasons"]) == (2, "INCONCLUSIVE", [reason(run="first")])


HASTY = b"[decision]\nlaboratory_level = 1e-4\nfail_fraction = 0.002\nretest_fraction = 0.002\n[game]"


@pytest.mark.parametrize("deviation", [BAD, GOOD])
def test_a_run_under_a_lenient_plan_stands_beside_as_the_rule_judges_it(attempted, settled, deviation):
    """The plan of the first run lets p = 0.0041 pass; the rule does not."""
    first = attempted("first", deviation)
    _replan(first, b"[game]", HASTY, plan_id="hasty")
    _, text = judged_anew(first)
    assert text.outcome is Outcome.INCONCLUSIVE
    _judged_as(first, text)
    attempted("second", GOOD, seed=461)
    code, words = settled("second")
    assert (code, words["reasons"]) == (
        (2, [Attempts.FAILED_BESIDE(run="first")]) if deviation is BAD else (0, [])
    )


def test_a_passed_retest_and_another_unit_or_software_are_no_failure_beside(attempted, settled):
    attempted("first", AWAITING)
    attempted("retest", GOOD)
    attempted("unit", BAD, serial="SN-2")
    attempted("software", BAD, digest="00" * 32)
    _replan(attempted("other", GOOD, seed=461), b"sessions = 1", b"sessions = 1  # again", plan_id="other")
    assert settled("other")[0] == 0


def test_a_lenient_plan_passes_nothing_although_the_record_holds_a_pass(attempted, settled):
    first = attempted("first", GOOD)
    _replan(first, b"[game]", HASTY)
    _, text = judged_anew(first)
    assert [reason.code for reason in text.reasons] == [
        each.code for each in (Stated.FAIL_LEVEL, Stated.RETEST_LEVEL, Stated.LABORATORY_LEVEL)
    ]
    # The run's own record is that of a program that let it pass.
    assert RunHistory.of(first).summary.verdict.outcome is Outcome.PASS
    assert say(Runs.VERDICT_CHANGED(run="first")) in _refused(settled, "first")
    _judged_as(first, text)
    code, words = settled("first")
    assert (code, tuple(words["reasons"])) == (2, text.reasons)


def judged_anew(folder, ending=Ending.COMPLETE):
    """Return results and verdict of a run by its plan and its bytes."""
    catalog = discover()
    return judge(folder, frozen_plan(folder), catalog, ending, RawDecoder(folder, catalog))


def _judged_as(folder, verdict):
    """Write another verdict into the record of a complete run."""
    of = RecordType.VERDICT
    changed = [
        _told(each, {}, verdict, Ending.COMPLETE) if each.type is of else each for each in folder.records()
    ]
    forge(folder, changed)


def _replan(folder, old, new, plan_id=None):
    content = (folder.path / "plan.toml").read_bytes().replace(old, new)
    (folder.path / "plan.toml").write_bytes(content)
    start, *rest = folder.records()
    files = {**start.body.files, "plan.toml": hashlib.sha256(content).hexdigest()}
    named = start.body.plan.model_copy(update={"id": plan_id or start.body.plan.id})
    forge(folder, [altered(start, files=files, plan=named), *rest])


def test_an_attempt_that_is_damaged_forged_or_unreadable_is_refused(attempted, settled):
    attempted("first", AWAITING)
    second = attempted("second", AWAITING, seed=461)
    segment = next(second.raw.glob("device-*.seg"))
    genuine = segment.read_bytes()
    at = len(genuine) // 2
    segment.write_bytes(genuine[:at] + bytes([genuine[at] ^ 4]) + genuine[at + 1 :])
    text = _refused(settled, "first")
    assert text.startswith(f"The evidence of run second is damaged: raw/{segment.name}, byte")
    assert text.endswith("Restore it from a copy.")
    segment.write_bytes(genuine)
    _judged_as(second, replace(RunHistory.of(second).summary.verdict, outcome=Outcome.PASS, reasons=()))
    assert verify(second.path).clean
    assert say(Runs.VERDICT_CHANGED(run="second")) in _refused(settled, "first")
    (second.path / "ledger.jsonl").write_bytes(b"spoilt\n")
    assert _refused(settled, "first").startswith("Cannot read run second, so it is not known whether ")


def test_a_copy_of_a_run_and_the_same_sample_again_are_no_fresh_ones(attempted, settled):
    first = attempted("first", AWAITING)
    shutil.copytree(first.path, attempted.space.path / "runs" / "copy")
    assert 'names the run "first", but the folder is named "copy"' in _refused(settled, "first")
    shutil.rmtree(attempted.space.path / "runs" / "copy")
    attempted("again", AWAITING)
    code, text = settled("first")
    assert code == 1
    assert Attempts.SAME_SAMPLE(run="again", earlier="first") in text["reasons"]


def test_a_run_at_work_or_elsewhere_is_refused(attempted, settled, cli, rng_run):
    first = attempted("first", AWAITING)
    _, elsewhere, _ = rng_run
    assert "Name the workspace that holds it." in _refused(settled, str(elsewhere.path))
    lock = FileLock(first.path / "lock", Lockable.RUN, "first")
    try:
        code, _, text = cli("settle", "first", "--workspace", attempted.space.path)
    finally:
        lock.release()
    assert (code, text.strip()) == (3, say(Runs.AT_WORK(run="first")))


def test_a_run_that_is_gone_is_named(attempted, settled):
    attempted("first", GOOD)
    record(attempted.space, BUILT, {"run": "lost", "head": "", "sha256": "", "versions": {}}, "asked for")
    code, text = settled("first")
    assert code == 0
    assert text["notes"] == [Settled.REPORTED_AND_GONE(run="lost")]


@pytest.mark.parametrize(("p", "asked"), [(0.038, True), (0.4, False)])
def test_who_ends_a_run_that_awaits_its_retest_is_told_what_to_do(attempted, p, asked):
    outcome = Outcome.INCONCLUSIVE if asked else Outcome.PASS
    why = Held.NO_RESULT(check=Titled("frequency"))
    verdict = Verdict(outcome, (), (Decision("frequency", "pa-810a-5-c", outcome, p, 0.05, why),))
    first = attempted("first", GOOD)
    outcome = Conducted(Ending.COMPLETE, (Conduct.CARRIED_OUT(),), verdict)
    shown = [each for each in run.lines(ConductedRun(first, outcome, None)) if isinstance(each, str)]
    assert any(each.endswith("labharness settle first") for each in shown) is asked
    closed = Conducted(None, (Conduct.SESSION_CLOSED(),))
    *_, last = run.lines(ConductedRun(first, closed, None))
    assert last.endswith("run: labharness resume first")


# With every sentence rewritten, verdicts, reverification and settling stay the same.


STOPPED, OTHER, UNKNOWN = {"ending": Ending.STOPPED_BY_OPERATOR}, {"seed": 461}, {"serial": "unknown"}
THIRD = [Attempts.NOT_THE_RETEST(run="third", why=Attempts.ONE_ALLOWED())]
FOURTH = [Attempts.NOT_THE_RETEST(run="d", why=Attempts.ONE_ALLOWED())]
SCENES = {
    "fails-at-the-level": ({"first": (AWAITING, {}), "second": (AWAITING, OTHER)}, 1, "first|retest", []),
    "is-not-retested": ({"first": (BAD, {}), "second": (GOOD, {})}, 1, "first|not asked for", []),
    "until-it-passes": (
        {"a": (GOOD, STOPPED), "b": (AWAITING, {}), "c": (AWAITING, OTHER), "d": (GOOD, OTHER)},
        *(1, "not completed|first|retest|not asked for", FOURTH),
    ),
    "a-third-run": (
        {"first": (AWAITING, {}), "second": (GOOD, {}), "third": (GOOD, OTHER)},
        *(2, "first|retest|not asked for", THIRD),
    ),
    "cut-short": (
        {"cut": (GOOD, {"until": 40}), "first": (GOOD, {"status": "doubtful", **OTHER})},
        *(2, "not completed|first", [Attempts.NOT_COMPLETED(run="cut")]),
    ),
    "resumed": (
        {"stopped": (AWAITING, STOPPED), "first": (GOOD, {"resumed": True})},
        *(2, "not completed|first", [Attempts.NOT_COMPLETED(run="stopped")]),
    ),
    "unproven": (
        {"first": (AWAITING, UNKNOWN), "second": (GOOD, UNKNOWN)},
        *(2, "first|retest", [Attempts.UNIT_UNPROVEN(run="second")]),
    ),
}


@pytest.mark.parametrize("scene", SCENES)
def test_attempts_are_settled_and_alike_in_other_words(attempted, settled, monkeypatch, scene):
    runs, code, parts, reasons = SCENES[scene]
    for name, (deviation, changes) in runs.items():
        attempted(name, deviation, **changes)
    first, last = next(iter(runs)), next(reversed(runs))
    result, text = settled(last)
    assert (result, "|".join(each["role"] for each in text["attempts"])) == (code, parts)
    assert all(each in text["reasons"] for each in reasons)
    below = [each for each in every(text["reasons"]) if each.is_a(Held.BELOW_RETEST)]
    assert bool(below) is (code == 1 and "retest" in parts), (
        "a retest that fails at the level fails the device"
    )
    if len(runs) > 2:
        result, text = settled(*(run for run in runs if run != last))
        assert (result, text["notes"]) == (code, [Settled.COUNTS_UNNAMED(run=last)])
    attempts = gather(attempted.space, list(runs))
    aside = {(member.run, member.origin) for member in attempts.members if member.run == first}

    def dumped():
        settlements = (alone(attempts, recorded=True), alone(attempts, recorded=True, invalidated=aside))
        return [dump(each) for each in (settle_runs(attempted.space, list(runs)), *settlements)]

    before = dumped()
    rewritten(monkeypatch)
    assert dumped() == before
