"""Files without a device: what is found, at which level, on any number of processes, and what is refused."""

import hashlib
import json
import re
from dataclasses import asdict

import numpy as np
import pytest
from scipy import stats

from labharness import __version__
from labharness.analysis.generators.msvc import GENERATOR as MSVC
from labharness.analysis.identification.generator import WayOfUse
from labharness.analysis.power.defects.flawed_rounds import buffered
from labharness.analysis.sampling.files import source as source_module
from labharness.analysis.sampling.files.source import Observes
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.file_analysis import FileOrder, analyze, judge_file
from labharness.assessment.file_analysis import FileFinding
from labharness.language.catalog import say
from labharness.model.cards import CardSet, format_order
from labharness.model.reasons.decision import Details, Irregular, Sample
from labharness.model.reasons.game import Identifications
from labharness.model.reasons.register import Laws
from labharness.model.reasons.run import Effects
from labharness.model.results import CheckResult, Effect
from labharness.plans.plan import PlannedCheck
from labharness.reason import dump_reason, load_reason
from labharness.simulators.catalog import build_machine

NEW = CardSet.of_decks("one", 1).new_deck_order()
FAIR_AND_FLAWED = {"fair_shuffler": 0, "shelf_shuffler:10": 1}
UNITS = 120
SUITE = """
schema = 1
id = "mine"
version = 1
title = "Mine"
purpose = "To see."
observes = "{observes}"
[[checks]]
check = "{check}"
{more}
"""


@pytest.fixture(scope="session")
def deck_files(tmp_path_factory):
    """120 single decks out of each machine, always from new-deck order; seed 461."""
    folder = tmp_path_factory.mktemp("decks")
    result = {}
    for kind in FAIR_AND_FLAWED:
        machine = build_machine(kind, 461)
        lines = ["decks: 1", "input: new-deck", *(format_order(machine.mix(NEW)) for _ in range(UNITS))]
        result[kind] = folder / f"{kind.partition(':')[0]}.txt"
        result[kind].write_text("\n".join(lines) + "\n", encoding="ascii")
    return result


@pytest.fixture(scope="session")
def draws_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("draws") / "draws.txt"
    draws = np.random.default_rng(461).integers(1, 8, 6000)
    path.write_text("\n".join(map(str, draws)) + "\n", encoding="ascii")
    return path


@pytest.mark.parametrize("kind", FAIR_AND_FLAWED)
def test_ten_shelves_are_rejected_and_a_fair_machine_is_not(cli, deck_files, kind):
    path, expected = deck_files[kind], FAIR_AND_FLAWED[kind]
    code, result = cli.json("analyze", path, "--observes", "decks")
    assert code == expected
    assert result["rejected"] is bool(expected)
    assert (result["units"], result["observes"], result["level"]) == (UNITS, "decks", 0.01)
    assert result["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert result["bytes"] == path.stat().st_size
    assert result["versions"]["labharness"] == __version__
    assert result["checks_from"]["id"] == "decks"
    assert len(result["checks_from"]["sha256"]) == 64
    by_id = {each["id"]: each for each in result["checks"]}
    assert by_id["composition"]["finding"] == "not rejected"
    # What a search did not try is said where its result is read.
    assert by_id["identified-shuffler"]["remark"]["code"] == Identifications.NONE.code
    # Ten shelves show in tables of neighbors (8 to 33 shuffles; Diaconis, Fulman & Holmes 2013).
    for name in ("next-card", "kept-neighbours"):
        assert (by_id[name]["finding"] == "rejected") is bool(expected)
    likeliest = load_reason(by_id["shelf-likelihood"]["result"]["details"][0])
    assert (likeliest["number"] == 10) is bool(expected)
    assert all(each["finding"] != "rejected" for each in result["checks"] if each["corrected"] is None)
    code, out, err = cli("analyze", path, "--observes", "decks")
    assert code == expected
    assert out.startswith("REJECTED" if expected else "NOTHING REJECTED")
    assert all(name in out for name in by_id)
    assert result["sha256"] in out
    assert result["speaks_of"] in out
    assert "Traceback" not in err


def test_the_time_of_a_search_in_full_is_said_where_nothing_is_a_terminal(cli, tmp_path, whole_searches):
    path, random = tmp_path / "outcomes", MSVC.seeded(42)
    drawn = MSVC.predict(WayOfUse(MSVC.calls[0]), random, np.full(120, 52))
    path.write_text("\n".join(map(str, drawn)), encoding="ascii")
    order = ("analyze", path, "--observes", "outcomes", "--low", 0, "--high", 51, "--json")
    code, out, err = cli(*order, "--identify", "full")
    assert code == 1
    assert json.loads(out)["rejected"]
    assert int(re.search(r"about ([0-9,]+) s of one processor", err)[1].replace(",", "")) > 100
    assert cli(*order)[2] == ""


def test_results_are_the_same_whatever_the_cut(deck_files, monkeypatch):
    order = FileOrder(str(deck_files["fair_shuffler"]), Observes.DECKS)
    whole = analyze(order)
    monkeypatch.setattr(source_module, "TEXT_PART", 999)
    assert analyze(order) == whole


def test_a_mistake_is_the_same_on_two_processes(cli, deck_files, tmp_path, monkeypatch):
    monkeypatch.setattr(source_module, "TEXT_PART", 1500)
    path = tmp_path / "late.txt"
    path.write_text(deck_files["fair_shuffler"].read_text() + "AS XX\n")
    text = {cli("analyze", path, "--observes", "decks", "--workers", workers, "--json") for workers in (1, 2)}
    ((code, out, _),) = text
    assert code == 3
    sentence = f"late.txt, line {UNITS + 3}, column 4: Not a card: "
    assert json.loads(out)["error"] == "InputError"
    assert json.loads(out)["sentence"].startswith(sentence)


def test_standard_input(cli, deck_files, tmp_path, monkeypatch):
    path, suite = deck_files["fair_shuffler"], tmp_path / "mine.toml"
    suite.write_text(SUITE.format(observes="shuffle", check="position_card", more=""), encoding="utf-8")
    with path.open(encoding="ascii") as given:
        monkeypatch.setattr("sys.stdin", given)
        code, out, err = cli("analyze", "-", "--observes", "decks", "--json", "--suite", suite)
    assert (code, err) == (0, "")
    result = json.loads(out)
    assert (result["file"], result["units"]) == ("standard input", UNITS)
    assert result["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_wrong_decks_are_counted_and_left_out_of_statistics(cli, deck_files, tmp_path):
    lines = deck_files["fair_shuffler"].read_text().splitlines()
    lines[40] = " ".join(lines[40].split()[1:])
    lines[60] = lines[60].replace("AS", "KH")
    path, suite = tmp_path / "wrong.txt", tmp_path / "mine.toml"
    path.write_text("\n".join(lines))
    more = '[[checks]]\ncheck = "composition"\n[[checks]]\ncheck = "position_card"'
    suite.write_text(SUITE.format(observes="shuffle", check="card_count", more=more), encoding="utf-8")
    code, out, _ = cli("analyze", path, "--observes", "decks", "--suite", suite, "--json")
    by_id = {each["id"]: each for each in json.loads(out)["checks"]}
    assert code == 1
    assert by_id["card-count"]["result"]["violations"] == 1
    first = by_id["card-count"]["remark"]["sentence"].partition("First: ")[2]
    assert first == "In shuffle 39: 51 cards instead of 52."
    assert by_id["composition"]["result"]["violations"] == 2
    position = by_id["position-card"]["result"]
    assert position["units"] == UNITS - 2
    left_out = Details.LEFT_OUT(number=2, what=Irregular.UNITS)
    assert dump_reason(left_out) in position["details"]


def test_too_few_data_are_no_pass(cli, tmp_path):
    path = tmp_path / "few.bin"
    path.write_bytes(b"\x0f\xf0")
    code, result = cli.json("analyze", path, "--observes", "bytes")
    assert code == 2
    assert result["rejected"] is False
    for each in result["checks"]:
        assert (each["finding"], each["p"]) == ("not applicable", None)
        assert each["remark"]["sentence"] == say(load_reason(each["result"]["not_applicable"]))
    code, out, _ = cli("analyze", path, "--observes", "bytes")
    assert (code, out.startswith("NOTHING TESTED")) == (2, True)


def test_a_plan_gives_checks_set_and_range(cli, deck_files, draws_file):
    plan = "pai-gow-poker-645a-starting-position"
    code, result = cli.json("analyze", draws_file, "--observes", "outcomes", "--plan", plan)
    # Seed 461 gives counts that are too even once in 1,300 fair samples; it is kept, and judged as it is.
    counts = np.bincount(np.loadtxt(draws_file, dtype=int), minlength=8)[1:]
    left = stats.chi2.cdf(stats.chisquare(counts).statistic, 6)
    frequency = next(each for each in result["checks"] if each["check"] == "frequency")
    assert frequency["p"] == pytest.approx(2 * left)
    checks = sum(check["p"] is not None for check in result["checks"])
    assert frequency["corrected"] == pytest.approx(checks * 2 * left)
    assert (code, result["rejected"]) == (1, True)
    assert cli("analyze", draws_file, "--observes", "outcomes", "--plan", plan, "--level", "0.001")[0] == 0
    assert result["checks_from"]["kind"] == "plan"
    assert result["checks_from"]["id"] == plan
    assert result["compared_with"]["sentence"] == "Outcomes from 1 to 7."
    assert result["notes"] == []
    by_hand = ("--observes", "decks", "--plan", "blackjack-633a-batch-shuffler-by-hand")
    assert cli("analyze", deck_files["shelf_shuffler:10"], *by_hand)[0] == 1
    for options, words in (
        (("rounds",), "Stages that fit the file: none."),
        (("outcomes", "--high", "9"), "--high: high is 9 here and 7 in the plan."),
    ):
        code, _, err = cli("analyze", draws_file, "--plan", plan, "--observes", *options)
        assert (code, words in err) == (3, True)


def test_a_suite_of_ones_own(cli, draws_file, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(SUITE.format(observes="draw", check="frequency", more='role = "informational"'))
    stated = "--low", "1", "--high", "7"
    code, result = cli.json("analyze", draws_file, "--observes", "outcomes", *stated, "--suite", path)
    assert code == 2, "informational checks alone test nothing"
    assert [each["finding"] for each in result["checks"]] == ["informational"]
    assert result["checks_from"]["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_what_makes_no_sense_is_one_sentence_and_code_3(cli, draws_file, tmp_path):
    for options, says in (
        ("--level 0", "--level: Write a number greater than 0 (got 0.0)."),
        ("--level nan", "--level: Write a number greater than 0 (got nan)."),
        ("--level 0.6", "--level: Write a number of at most 0.5 (got 0.6)."),
        ("--workers 0", "--workers: Write a number from 1 to 256 (got 0)."),
        ("--suite decks", "The suite decks reads shuffle, and the file holds outcomes."),
        ("--suite nonsense", 'Unknown suite "nonsense".'),
        ("--suite outcomes --plan x", "Give either --suite or --plan, not both."),
        ("--stage draws", "--stage requires --plan."),
        ("--plan nonsense", 'Unknown plan "nonsense".'),
        ("--decks 1", "--decks does not apply to such a file."),
        ("--buffer 3", "--buffer does not apply to such a file."),
        ("--low -1", "--low: low must be a whole number from 0 to 65,535 (got -1)."),
    ):
        code, out, err = cli("analyze", draws_file, "--observes", "outcomes", *options.split())
        assert (code, out, err.strip().count("\n"), says in err) == (3, "", 0, True), err
    path = tmp_path / "mine.toml"
    path.write_text(SUITE.format(observes="draw", check="position_card", more=""))
    code, _, err = cli("analyze", draws_file, "--observes", "outcomes", "--suite", path)
    assert (code, "The check position_card reads deal or shuffle" in err) == (3, True), err
    code, out, err = cli("analyze", tmp_path / "none.txt", "--observes", "decks")
    assert (code, out, "Cannot read " in err) == (3, "", True)


CHECKS = [PlannedCheck(id=name, check="frequency", stage="file") for name in ("a", "b", "c")]
YES, NO, NONE = FileFinding.REJECTED, FileFinding.NOT_REJECTED, FileFinding.NOT_APPLICABLE


def result(p, **more):
    values = {"p": {} if p is None else {"two_sided": p}, "effect": Effect(Effects.COHENS_W(), 0, 0, 0)}
    return CheckResult(100, law=Laws.COUNTING(), **values, **more)


def test_all_required_checks_share_the_level():
    for ps, findings in (
        ((0.0033, 0.5, 0.5), [YES, NO, NO]),
        ((0.0034, 0.5, 0.5), [NO] * 3),
        ((0.0033, 0.0049, 0.5), [YES, YES, NO]),
        ((0.0034, 0.0049, 0.0099), [NO] * 3),
        ((0.0034, None, None), [NO, NONE, NONE]),
    ):
        whys = (None if p is not None else Sample.EQUAL_GUESSES() for p in ps)
        results = {
            each.id: result(p, not_applicable=why) for each, p, why in zip(CHECKS, ps, whys, strict=True)
        }
        assert [each.finding for each in judge_file(CHECKS, results, 0.01, discover())] == findings, ps


def test_informational_checks_reject_nothing_and_cost_nothing():
    checks = [CHECKS[0], *(each.model_copy(update={"role": "informational"}) for each in CHECKS[1:])]
    judged = judge_file(checks, {"a": result(0.009), "b": result(1e-9), "c": result(0.3)}, 0.01, discover())
    assert [each.finding for each in judged] == [YES, *[FileFinding.INFORMATIONAL] * 2]
    assert [each.corrected for each in judged] == [0.009, None, None]


def test_a_violation_rejects_whatever_the_p_value():
    first = Details.OUTCOME_OUTSIDE(place=7, outcome=9)
    judged = judge_file(CHECKS[:1], {"a": result(0.9, violations=2, details=(first,))}, 0.01, discover())
    assert judged[0].finding is YES
    assert say(judged[0].remark) == "2 violations in 100 units. First: Outcome 7 is 9."
    for violations, details in ((2, (first,)), (1, ()), (0, ())):
        part = result(0.9, violations=violations, details=details, judged=60)
        (file,) = judge_file(CHECKS[:1], {"a": part}, 0.01, discover())
        assert file.remark["units"] == 60, violations
    # A simulation that can show no less is unresolved.
    floored = result(0.002, statistic={"p_floor": 0.001})
    judged = judge_file(CHECKS, {"a": floored, "b": result(0.5), "c": result(0.5)}, 0.001, discover())
    assert judged[0].finding is FileFinding.UNRESOLVED
    assert "more" in say(judged[0].remark)


@pytest.mark.parametrize(
    ("observes", "content"),
    [
        ("bits", b"0" * 20_000),
        ("bits", b"01" * 10_000),
        ("bytes", b"A" * 20_000),
        ("outcomes", b"low: 1\nhigh: 49\n" + b"7\n" * 3000),
        ("decks", b"input: new-deck\n" + (format_order(NEW) + "\n").encode() * 60),
        ("decks", b"input: new-deck\n" + (format_order(NEW[::-1]) + "\n").encode() * 60),
        ("rounds", b"round-cards: 3\n" + b"dealt: AS 2S 3S\nreturned: AS 2S 3S\n" * 60),
    ],
)
def test_a_constant_stream_is_rejected_with_ordinary_numbers(tmp_path, observes, content):
    path = tmp_path / "constant"
    path.write_bytes(content)
    result = analyze(FileOrder(str(path), Observes(observes)))
    assert result.rejected
    for file in result.judged:
        json.dumps(asdict(file.result), allow_nan=False)
        assert all(0 <= p <= 1 for p in file.result.p.values())
        effect = file.result.effect
        assert effect is None or effect.low <= effect.value <= effect.high
        assert effect or not file.result.p


def test_what_nobody_states_is_guessed_and_said(cli, tmp_path):
    path = tmp_path / "wheel.txt"
    path.write_text("low: 0\nhigh: 36\n" + "\n".join(str(17 * at * at % 37) for at in range(3000)))
    code, out, _ = cli("analyze", path)
    assert code == 1
    assert "By its first bytes, the file holds outcomes" in out
    assert cli.json("analyze", path)[1]["observes"] == "outcomes"
    path.write_text("head tail\n" * 100)
    code, _, err = cli("analyze", path)
    assert code == 3
    assert "State it with --observes: bits, bytes, outcomes, decks" in err


DECK = CardSet.of_decks("one deck", 1)
ROUNDS_SUITE = """\
schema = 1
id = "mine"
version = 1
title = "Three checks of rounds"
purpose = "What is declared is what is compared."
observes = "round"
checks = [
    {check = "round_repeats", parameters = {replicates = 999}},
    {check = "reappearance_gaps"},
    {check = "drift_after_event", parameters = {horizon = 10}},
]
"""


@pytest.fixture
def rounds(tmp_path):
    """Rounds of a machine with 16 cards ready, put in once and jammed once; seed 4614."""
    lines = ["decks: 1", "event: refill"]
    for place, order in enumerate(buffered(np.random.default_rng(4614), DECK.new_deck_order(), 300, 12, 16)):
        lines += ["event: jam"] * (place == 150)
        lines += [f"dealt: {format_order(order)}", f"returned: {format_order(order[::-1])}"]
    path = tmp_path / "rounds.txt"
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    (tmp_path / "mine.toml").write_text(ROUNDS_SUITE, encoding="utf-8")
    return path


def analyzed(cli, rounds, *options):
    options = ("--observes", "rounds", "--suite", rounds.parent / "mine.toml", "--json", *options)
    code, out, _ = cli("analyze", rounds, *options)
    result = json.loads(out)
    return code, result, {each["id"]: each for each in result["checks"]}


def test_declared_buffer_decides_what_is_rejected(cli, rounds):
    code, result, checks = analyzed(cli, rounds)
    assert code == 1
    assert result["compared_with"]["sentence"] == "Rounds of 12 of 52 cards (one deck)."
    assert checks["round-repeats"]["finding"] == checks["reappearance-gaps"]["finding"] == "rejected"
    code, result, checks = analyzed(cli, rounds, "--buffer", "16")
    assert code == 0
    with_buffer = "Rounds of 12 of 52 cards, 16 of which always lie ready (one deck)."
    assert result["compared_with"]["sentence"] == with_buffer
    laws = [load_reason(check["result"]["law"]) for check in checks.values()]
    assert all(law.is_a(Laws.BUFFERED_DEVICES) and law["buffer"] == 16 for law in laws)
    assert checks["round-repeats"]["result"]["statistic"]["z_ideal"] < -5


def test_events_of_the_file_reach_the_check(cli, rounds):
    drift = analyzed(cli, rounds, "--buffer", "16")[2]["drift-after-event"]
    assert drift["result"]["details"][0] == dump_reason(Details.NEAR_EVENTS(near=20, events=2, far=280))
    text = "\n".join(line for line in rounds.read_text("ascii").splitlines() if not line.startswith("event"))
    rounds.write_text(text, encoding="ascii")
    drift = analyzed(cli, rounds, "--buffer", "16")[2]["drift-after-event"]
    assert drift["finding"] == "not applicable"
    assert drift["result"]["not_applicable"]["code"] == Sample.NO_EVENT.code


def test_results_are_the_same_on_two_processes(cli, rounds):
    assert analyzed(cli, rounds) == analyzed(cli, rounds, "--workers", "2")
