from dataclasses import replace
from io import BytesIO
from itertools import product

import pdfplumber
import pytest

from labharness.assessment.runs import subject
from labharness.assessment.runs.subject import Subject
from labharness.evidence.verify import RunVerification, verify
from labharness.language.catalog import say
from labharness.model.reasons.decision import Statements
from labharness.model.reasons.game import Gains
from labharness.model.results import Decision, Ending, Gainer, Outcome, Verdict
from labharness.reporting.build import build_report
from labharness.reporting.fitting import clipped, high
from labharness.reporting.layout import read_layout
from tests.reporting.test_meaning_of_pass import BOUND, run_of
from tests.support.paper import page_texts
from tests.support.run_factory import DECISIONS, IDENTITY, failing, worded, write_run

HOSTILE = "<b>bold</b> &amp; \u202egnitirw\u202c 🎲 =SUM(A1)\x00 " * 300
LONG = "W" * 10_000


@pytest.fixture(scope="module")
def page(sections):
    layout = read_layout(name="run_summary.toml")

    def read(folder):
        (text,) = page_texts(build_report(Subject.of(folder), sections, layout))
        return text

    return read


def many(count, outcome=Outcome.PASS, text="As asked."):
    return tuple(
        Decision(f"stage-{outcome.value.lower()}-{n}", "counting", outcome, None, None, worded(text))
        for n in range(count)
    )


def test_bounds_without_room_are_counted_and_never_cut(tmp_path, page):
    bounds = tuple(replace(BOUND, gainer=each, what=worded(f"{each} " * 60)) for each in Gainer)
    ways = tuple(replace(BOUND, what=what) for what in (Gains.GUESS_IN_DECK(), Gains.FIXED_OUTCOME()))
    text = page(run_of(tmp_path / "run", bounds=(*bounds, *ways)))
    assert " on gains, in the test report of the run" in text
    assert say(Statements.UNBOUNDED()) in text
    assert "…" not in text.partition("VERDICT")[2].partition("NOT TESTED")[0]


def test_a_failure_has_its_reasons_and_the_worst_check_first(tmp_path, page, sections):
    results, verdict = failing()
    folder = write_run(
        tmp_path / "run-failed", results=results, verdict=verdict, deviations=("A door stood open.",)
    )
    text = page(folder)
    layout = read_layout(name="run_summary.toml")
    pdf = build_report(Subject.of(folder), sections, layout)
    assert build_report(Subject.of(folder), sections, layout) == pdf, "the same bytes again"
    with pdfplumber.open(BytesIO(pdf)) as document:
        words = [word["text"] for word in document.pages[0].extract_words()]
    table = words[words.index("Decision") + 1 :]

    assert "The device failed 2 of 3 required checks: Position × card chi-square; composition." in text
    assert "Why this is a failure" in text
    assert "composition: 60 violations were counted where none may be." in text
    assert "1 deviation, 0 interruptions" in text
    assert [word for word in table if word in ("PASS", "FAIL")] == ["FAIL", "FAIL", "PASS"]
    assert "p < 0.000001" in text
    assert "60 violations" in text


def test_evidence_that_does_not_verify_supports_no_pass(tmp_path, page):
    folder = write_run(tmp_path / "run")
    segment = next(folder.raw.iterdir())
    content = bytearray(segment.read_bytes())
    content[200] ^= 1
    segment.write_bytes(content)
    text = page(folder)

    assert text.count("INTEGRITY NOT VERIFIED") == 2
    assert "raw/device-0001.seg, byte" in text
    assert "VERDICT INCONCLUSIVE" in text
    assert "PASS" not in text


@pytest.mark.parametrize(("text", "reasons"), [(HOSTILE, 100), (LONG, 100), ("word " * 300, 3)], ids=range(3))
def test_one_page_whatever_the_strings_are(tmp_path, page, text, reasons):
    results, _ = failing()
    verdict = Verdict(
        Outcome.FAIL, (worded(text),) * reasons, (*DECISIONS, *many(reasons, Outcome.FAIL, text))
    )
    identity = replace(IDENTITY, manufacturer=text, model=text, serial=text, hardware=text)
    result = page(
        write_run(
            tmp_path / ("r" * 100), results=results, verdict=verdict, identity=identity,
            simulated=text, deviations=(text,) * 50, ending="ERROR",
        )
    )  # fmt: skip

    assert "VERDICT FAIL" in result
    assert "SIMULATED DEVICE — not a submission" in result
    assert "50 deviations" in result
    assert " …" in result
    assert ("<b>bold</b>" in result) == (text is HOSTILE)


def test_one_page_with_every_warning_at_once(tmp_path, page, monkeypatch):
    faults = RunVerification(Ending.INTERRUPTED, "0" * 64, 1, 1, (worded(LONG), worded(HOSTILE)) * 20)

    def unverified(path, *, each):
        verify(path, each=each)
        return faults

    monkeypatch.setattr(subject, "verify", unverified)
    monkeypatch.setattr(Subject, "replayed", True)
    plan = subject.frozen_plan

    def renamed(folder, **how):
        frozen = plan(folder, **how)
        return replace(frozen, plan=frozen.plan.model_copy(update={"title": LONG[:2000], "id": "p" * 80}))

    monkeypatch.setattr(subject, "frozen_plan", renamed)
    identity = replace(IDENTITY, manufacturer=LONG, model=LONG, serial=LONG, hardware=LONG)
    options = {"simulated": LONG, "identity": identity, "deviations": (LONG,), "ending": "ERROR"}
    text = page(write_run(tmp_path / ("r" * 100), **options, verdict=None))

    for words in ("INTEGRITY NOT VERIFIED", "REPLAY OF RECORDED BYTES", "SIMULATED DEVICE", "NOT TESTED"):
        assert words in text
    assert "more faults, in the test report of the run" in text
    assert "more reasons, in the test report of the run" in text


@pytest.mark.parametrize("count", [8, 40, 400])
def test_checks_that_do_not_fit_are_counted_by_what_came_of_them(tmp_path, page, count):
    decisions = (*DECISIONS, *many(count), *many(3, Outcome.FAIL), *many(2, Outcome.INCONCLUSIVE))
    text = page(
        write_run(tmp_path / "run", verdict=Verdict(Outcome.FAIL, (worded("One reason."),), decisions))
    )
    shown = text.partition("Decision")[2].partition("and ")[0]
    left = count + 3 - shown.count("PASS")

    assert [text.count(f"stage fail {n}") for n in range(3)] == [1, 1, 1]
    if left:
        assert f"and {left} more, in the test report of the run: {left} PASS." in text


def test_clipped_text_keeps_to_its_lines_and_shows_that_some_is_missing():
    texts = ("", "short", "word " * 2000, "x" * 9999, "\x00" * 500, "<" * 4000)
    for text, lines in product(texts, (1, 2, 5)):
        result = clipped(text, "cell", lines, 200.0, spaceAfter=0)
        _, tall = result.wrap(200.0, 1000.0)
        words = result.getPlainText()

        assert tall <= lines * result.style.leading + 1e-6
        assert high([result]) >= 0
        if words.endswith(" …"):
            assert len(words) < len(text) or "\x00" in text
