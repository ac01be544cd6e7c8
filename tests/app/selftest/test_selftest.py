"""The harness turned on itself: what is wrong is found, what is not complete never looks complete."""

import json
from dataclasses import dataclass, replace

import numpy as np
import pytest

from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.check import Tally, check, count
from labharness.app.plug_ins.discovery import discover
from labharness.app.selftest import cases, conduct, measuring
from labharness.app.selftest.cases import ALARM, MACHINES, SOUGHT, ValidationOrder, faults, rate
from labharness.app.selftest.conduct import file_validation
from labharness.errors import InputError
from labharness.language.catalog import say
from labharness.model.observations import Draws, Kind, RawBytes
from labharness.model.reasons.decision import Sample
from labharness.model.results import CheckResult
from labharness.testing.samples import Reference
from tests.support.shown import drawn

JUDGES_ANEW = True

RIGHT = ("sums", Reference("one and one", "Whitehead & Russell 1910, *110.643", 2.0, lambda: 1 + 1))
WRONG = ("sums", Reference("two and two", "Orwell 1949, ch. 7", 5.0, lambda: 2 + 2))
BROKEN = ("sums", Reference("one by nothing", "nobody", 1.0, lambda: 1 / 0))


def silent(_title, _total):
    return lambda _name, _done: None


def judged_by(name):
    """A check of bytes whose p-value to the right is a function of a uniform number."""
    words = {"title": "Planted", "unit": "byte", "reference": "none", "hypothesis": "None."}

    @check(name=name, observes=Kind.BYTES, null_law="planted", applies_from="6 bytes", **words)
    @dataclass(frozen=True)
    class Planted:
        def tally(self, block):
            return Tally({"first": count(int.from_bytes(block.data[:6], "big"))})

        def judge(self, tally, _population):
            right = LAWS[name](tally.number("first") / (1 << 48))
            if right is None:
                return CheckResult(1, not_applicable=Sample.EQUAL_GUESSES())
            two_sided = min(1.0, 2 * min(right, 1 - right))
            return CheckResult(1, p={"right": right, "left": 1 - right, "two_sided": two_sided})

    return Catalog({name: Planted}, {})


LAWS = {
    "fair": lambda uniform: uniform,
    "biased": lambda uniform: uniform**2,
    "timid": lambda uniform: 0.25 + uniform / 2,
    "mute": lambda _uniform: None,
}


def rates_of(name, replicates=400):
    order = ValidationOrder(replicates=replicates, seed=461)
    return list(measuring.rates_of_checks(order, judged_by(name), silent))


@pytest.mark.parametrize(
    ("known", "code", "sentence"),
    [
        ([RIGHT], 0, "No faults"),
        ([RIGHT, WRONG], 1, "two and two: gives 4 instead of 5 (Orwell 1949, ch. 7)."),
        ([BROKEN], 1, "one by nothing: ends in an error instead of"),
    ],
)
def test_a_reference_that_is_not_reproduced_gives_exit_1(cli, monkeypatch, tmp_path, known, code, sentence):
    monkeypatch.setattr(conduct, "references", lambda: iter(known))
    result, report = drawn(cli, "selftest", "--only", "reference", "--out", tmp_path)
    assert result[0] == code
    assert sentence in result[1]
    record = json.loads((tmp_path / "validation.json").read_bytes())
    assert record["complete"]
    assert [each["agrees"] for each in record["references"]] == [each is RIGHT for each in known]
    text = report.text
    banner = "NO FAULTS" if "NO FAULTS" in text else "FAULTS" if "FAULTS" in text else ""
    assert ("DIFFERS" in text, banner) == (bool(code), "FAULTS" if code else "NO FAULTS")
    assert all(each.source in text for _, each in known)


def test_a_fair_check_has_no_fault_and_a_biased_one_has():
    (good,), (bad,) = rates_of("fair"), rates_of("biased")
    assert list(map(say, faults((), [good], ()))) == []
    text = list(map(say, faults((), [good, bad], ())))
    assert any(each.startswith("biased (bytes): p < 0.05 in ") for each in text)
    assert any("not uniform" in each for each in text)
    assert not any(each.startswith("fair") for each in text)
    assert bad.uniformity < ALARM < good.uniformity


def test_a_timid_check_raises_no_false_alarm_and_one_that_says_nothing_is_a_fault():
    (timid,), (mute,) = rates_of("timid"), rates_of("mute", 5)
    assert [rate.share.hits for rate in timid.rates] == [0, 0]
    assert [each for each in map(say, faults((), [timid], ())) if "not uniform" not in each] == []
    assert mute.not_applicable == 5
    assert list(map(say, faults((), [mute], ()))) == ["mute (bytes): no result for any of 5 fair samples."]


def test_a_rate_is_compared_with_what_it_may_be():
    result = rate("FAIL in the end", 0.5, 9, 10)
    assert result.excess == pytest.approx(11 / 1024)
    assert (result.share.value, result.above) == (0.9, True)
    assert not rate("a violation", 0.0, 0, 10).above
    assert rate("a violation", 0.0, 1, 10).excess == 0


@pytest.fixture
def small(monkeypatch):
    """Few checks, one plan, one suite, and defects of outcomes alone."""
    known = discover()
    names = ("frequency", "serial_pairs", "bit_runs", "window_repeats")
    monkeypatch.setattr(measuring, "packaged_suites", lambda: {"outcomes": None})
    plan = "pai-gow-poker-645a-starting-position"
    packaged = measuring.packaged
    monkeypatch.setattr(measuring, "packaged", lambda: {plan: packaged()[plan]})
    monkeypatch.setitem(cases.FILES, Kind.DRAW, (cases.OUTCOMES, 2000))
    monkeypatch.setattr(cases, "SOUGHT", {Kind.DRAW: (cases.OUTCOMES, (500, 20_000))})
    return known, Catalog({name: known.checks[name] for name in names}, {})


@pytest.mark.long
def test_the_numbers_do_not_depend_on_the_processes_and_the_paper_says_what_they_are(small, tmp_path):
    everything, few = small
    order = ValidationOrder(replicates=4, sought=2, seed=3, workers=1)
    checks = list(measuring.rates_of_checks(order, few, silent))
    plans = list(measuring.rates_of_plans(order, everything, silent))
    suites = list(measuring.rates_of_suites(order, everything, silent))
    result = list(measuring.detections(order, few, silent))
    assert [check.check for check in checks] == ["bit_runs", "frequency", "serial_pairs", "window_repeats"]
    assert [rate.name for rate in plans[0].rates] == ["not passed at first", "FAIL in the end"]
    assert (suites[0].id, suites[0].units) == ("outcomes", {"outcomes": 2000})
    stuck = next(each for each in result if each.defect == "stuck:0.01" and each.units == 20_000)
    assert set(stuck.found) == {"frequency", "serial_pairs", "window_repeats"}
    assert {each.source for each in result} == {"fault model", "simulated machine"}
    shared = replace(order, workers=2)
    assert list(measuring.rates_of_plans(shared, everything, silent)) == plans
    assert list(measuring.detections(shared, few, silent)) == result
    work = conduct.Work(order, few, [RIGHT])
    work._lines += [*checks, *plans, *suites, *result]
    work._done = set(work.order.parts)
    record = work.result()
    paths, report = drawn(file_validation, record, tmp_path / "first")
    for words in (
        "NO FAULTS",
        "This is a trial: a validation takes at least 1,000 replicates; this one took 4.",
        "4 samples for each check, seed 3",
        "plan pai-gow-poker-645a-starting-position",
        plans[0].sha256,
        "20,000 outcomes each; 2 samples for each column, seed 3, level 0.01",
        "stuck:0.01 (fault model): the smallest outcome instead of a fair one with chance 0.01",
        "rng modulo_bias (simulated machine): a byte modulo the range",
        "What this file does not show",
        record.conditions.versions["numpy"],
    ):
        assert words in report.text
    assert file_validation(record, tmp_path / "again")[1].read_bytes() == paths[1].read_bytes()


def test_stopped_it_leaves_what_is_whole_and_says_that_it_is_partial(cli, monkeypatch, tmp_path, small):
    def stop(*_):
        raise KeyboardInterrupt

    rates = rates_of("fair", 5)
    monkeypatch.setattr(conduct, "references", lambda: iter([RIGHT]))
    monkeypatch.setattr(conduct.measuring, "rates_of_plans", stop)
    monkeypatch.setattr(conduct.measuring, "rates_of_checks", lambda *_: iter(rates))
    (code, _, err), report = drawn(cli, "selftest", "--out", tmp_path, "--workers", "1")
    assert (code, "Stopped from the keyboard" in err) == (3, True)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"validation.partial.json", "validation.partial.pdf"}
    record = json.loads((tmp_path / "validation.partial.json").read_bytes())
    assert (record["complete"], record["missing"]) == (False, ["false-alarms", "detection"])
    assert len(record["references"]) == len(record["checks"]) == 1
    assert "PARTIAL" in report.imprint.warning
    assert "NO FAULTS" not in report.text


def test_a_suite_that_takes_too_long_as_it_stands_is_cut_and_the_paper_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(measuring, "packaged_suites", lambda: {"entropy": None})
    order = ValidationOrder(replicates=2)
    (result,) = measuring.rates_of_suites(order, discover(), silent)
    assert (result.units, result.cut, result.not_applicable) == ({"bytes": 4900}, {"samples": 4900}, ())
    work = conduct.Work(order, discover())
    work._lines.append(result)
    _, report = drawn(file_validation, work.result(), tmp_path)
    text = report.text
    assert "REDUCED to samples = 4,900" in text


@pytest.mark.parametrize("kind", sorted(MACHINES))
def test_machines_make_samples_of_what_they_are_asked(kind):
    population, (units, _) = SOUGHT[kind]
    units = min(units, 50)
    for machine in MACHINES[kind]:
        result = machine.make(np.random.default_rng(1), population, units)
        if kind in (Kind.DRAW, Kind.BYTES):
            (result,) = result
            assert isinstance(result, Draws if kind is Kind.DRAW else RawBytes)
            result = result.values if kind is Kind.DRAW else result.data
        assert len(result) == units


def test_what_cannot_be_asked_is_one_sentence(cli):
    code, _, err = cli("selftest", "--only", "everything")
    assert code == 3
    assert 'Unknown part "everything". Choose from: reference, false-alarms, and detection.' in err
    with pytest.raises(InputError):
        ValidationOrder(workers=0)
