"""Every number that stands in a report comes from a record, or is computed anew here from records."""

import ast
import hashlib
import json
import re
import tomllib
from collections import Counter
from dataclasses import replace
from datetime import date, datetime, timedelta
from importlib import resources
from io import BytesIO
from itertools import pairwise
from math import inf
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pypdf
import pytest
from scipy.stats import beta, binom

import labharness.reporting
import reports
from labharness.analysis.power.power_table import FILE, load_table
from labharness.assessment.runs.subject import Subject
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.language.dates import clock, day, day_and_time
from labharness.language.numbers import magnitude, number, percent, probability
from labharness.reporting import build
from labharness.reporting.layout import read_layout
from tests.support.dossiers import dossier, group, pdf_of, with_summary
from tests.support.runs import altered, copied_as, forge

_BREAKS = re.compile(r"[\s/×=→·|()\[\]…<>≥≤“”\"'±;‹›§^*+−]+|[–—]")
_TRIM = ".,:%?!-"
_NUMBER = re.compile(
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*(?:e[+-]?\d+)?|\d{4}-\d\d-\d\d|\d\d:\d\d(?::\d\d)?(?:\.\d+)?"
)
_LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "−0123456789")
"""A report raises the exponents of powers of ten by markup."""
_BULK = {"order", "expected", "hash", "prev", "sha256", "digest"}
"""Strings that a report does not print as numbers: orders of cards, which results sum up, and hashes."""


def tokens(text):
    """Return the numbers in a text, in order; what has letters or other signs in it is an identifier."""
    result = (word.strip(_TRIM) for word in _BREAKS.split(text))
    return [word for word in result if word and _NUMBER.fullmatch(word)]


def written(value):
    """Yield a value in every form in which the product writes numbers."""
    if isinstance(value, bool) or value is None:
        return
    yield from tokens(
        " ".join(
            (
                number(value),
                number(value, 4),
                probability(value),
                magnitude(value),
                percent(value),
                f"{value:g}",
                f"{value}",
            )
        ).translate(_LOWERED)
    )
    if isinstance(value, float):
        yield from tokens(f"{value:.2f} {value:,.2f} {value:,.1f} {value:,.0f} {value * 100:.1f}")


class Universe:
    """The numbers of the records, each as it may be written."""

    def __init__(self):
        self.known = set()

    def add(self, *values):
        """Take single values."""
        for value in values:
            self.known.update(tokens(value) if isinstance(value, str) else written(value))
        return self

    def take(self, result, name=""):
        """Take everything within a record, and how many there are of whatever it lists."""
        if name.endswith("_sha256") and isinstance(result, str):
            self.add(result[:12])  # shown by its beginning
        if name == "data" or (name in _BULK and isinstance(result, str)):
            return
        if isinstance(result, dict):
            self.add(len(result))
            for key, each in result.items():
                self.add(str(key))
                self.take(each, str(key))
        elif isinstance(result, list | tuple):
            self.add(len(result))
            for each in result:
                self.take(each, name)
        elif isinstance(result, str):
            self.add(result)
            self._moment(result)
        elif isinstance(result, int | float):
            self.add(result)
        elif isinstance(result, datetime | date):
            self._moment(result.isoformat())

    def _moment(self, text):
        if re.fullmatch(r"\d{4}-\d\d-\d\d(T.*)?", text):
            stamp = text if "T" in text else f"{text}T00:00:00+00:00"
            self.add(day(stamp), day_and_time(stamp), clock(stamp))

    def run(self, folder):
        """Take a run: its records, how many there are of each kind, its files and their sizes."""
        records = list(folder.records())
        self.add(len(records))
        counted, summed = Counter(), Counter()
        for record in records:
            body = record.body.model_dump(mode="json", by_alias=True)
            self.take(body)
            self.take(record.utc)
            self.add(record.seq + 1, record.seq)
            counted[record.type] += 1
            for key, each in body.items():
                if isinstance(each, str | int | bool):
                    counted[record.type, key, each] += 1
            if record.type is RecordType.OBSERVED:
                summed[body["stage"]] += body["units"]
        self.add(*counted.values(), *summed.values())
        for file in folder.path.rglob("*"):
            if file.is_file():
                self.add(file.stat().st_size)
                if file.suffix == ".toml":
                    self.take(tomllib.loads(file.read_text("utf-8")))
                elif file.name == "power.json":
                    self.take(json.loads(file.read_bytes()))
        raw = list((folder.path / "raw").iterdir())
        self.add(len(raw), sum(file.stat().st_size for file in raw))
        return self

    def derive(self, values, form="{:,.10g}"):
        """Take figures that were computed anew, in the form in which they are printed."""
        self.known |= {token for value in values for token in tokens(form.format(value))}
        return self

    def submission(self, submission):
        """Take what the register holds, and how many entries there are of each kind."""
        for entry in submission.entries:
            self.take(entry.model_dump(mode="json"))
        self.add(*Counter(entry.kind for entry in submission.entries).values(), len(submission.entries))
        for entry in submission.changes:
            self.take([entry.number, entry.utc, entry.why, dict(entry.after or {})])
        self.add(len(submission.changes))
        return self

    def fixed(self):
        """Take the words that staff wrote: data files of reports, and sentences of the sections."""
        for folder in (Path(next(iter(reports.__path__))), Path(labharness.reporting.__file__).parent):
            for file in sorted(folder.rglob("*.toml")):
                self.take(tomllib.loads(file.read_text("utf-8")))
            for file in sorted(folder.rglob("*.py")):
                for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                        self.add(node.value)
        return self

    def paper(self, pages, sections=40):
        """Take what numbers pages and headings."""
        self.add(*range(1, pages + 1))
        self.known |= {f"{first}.{second}" for first in range(1, sections) for second in range(1, 12)}


pytestmark = pytest.mark.long

CONFIDENCE = 0.95


def pages_of(pdf):
    return [page.extract_text() for page in pypdf.PdfReader(BytesIO(pdf)).pages]


def unexplained(pages, universe):
    """Return every number that nothing explains, with its page and its line."""
    return [
        f"page {place}: {token} in {line.strip()[:120]!r}"
        for place, page in enumerate(pages, 1)
        for line in page.splitlines()
        for token in tokens(line)
        if token not in universe.known
    ]


def derived(universe, folder):
    """Add what a report computes from a run's records: figures of drawings, and bounds."""
    records = list(folder.records())
    for result in RunHistory.of(folder).summary.results.values():
        for picture in result.pictures:
            means = [
                picture.expected[at if len(picture.expected) > 1 else 0] for at in range(len(picture.values))
            ]
            cells = [
                (seen, mean, sum(over))
                for row, over in zip(picture.values, means, strict=True)
                for seen, mean in zip(row, over, strict=True)
            ]
            draw = bars if picture.form == "histogram" else cell_classes
            draw(universe, cells)
    # How many cards were read again, and the exact upper bound (Clopper & Pearson 1934) of the rate of misreads.
    reads = [record.body for record in records if record.type is RecordType.READ]
    for purpose in {each.purpose for each in reads}:
        cards = sum(len(each.expected.split()) for each in reads if each.purpose == purpose)
        errors = sum(each.errors for each in reads if each.purpose == purpose)
        universe.add(cards).derive([upper(errors, cards)])
        wrong = [each.errors > 0 for each in reads if each.purpose == purpose]
        universe.derive([upper(sum(wrong), len(wrong))])
    # Of trials that all went as expected, the same bound of the rate of those that would not.
    trials = [record.body.stage for record in records if record.type is RecordType.FINDING]
    universe.derive([upper(0, trials.count(stage)) for stage in set(trials)])
    if (folder.path / FILE).is_file():
        undetected(universe, load_table((folder.path / FILE).read_bytes()))
    timeline(universe, records[0].utc, records[-1].utc)


def upper(errors, trials):
    """Return the upper limit of a proportion at 95% confidence, in percent with four digits."""
    return float(f"{100 * beta.ppf(CONFIDENCE, errors + 1, trials - errors):.4g}")


def undetected(universe, table):
    """How often each defect would have passed or not failed, with exact limits, from how often it did not."""
    for row in table.rows:
        for result in (row.not_passed.share, row.failed.share):
            left = row.replicates - round(result * row.replicates)
            low = beta.ppf((1 - CONFIDENCE) / 2, left, row.replicates - left + 1) if left else 0.0
            high = beta.ppf((1 + CONFIDENCE) / 2, left + 1, row.replicates - left) if result else 1.0
            universe.derive([100 * each for each in (left / row.replicates, low, high)], "{:.1f}")
        universe.derive([100 * hits / row.replicates for hits in row.found_by.values()], "{:.0f}")
    universe.add(*range(0, 101, 20))  # the marks of the scale of shares, in percent


def bars(universe, cells):
    """Residuals, and quantiles that hold all bars at once: Bonferroni over both sides of those that are shown."""
    cells = [each[:2] for each in cells]
    counted = max(sum(value for value, _ in cells), sum(mean for _, mean in cells))
    universe.derive([abs(residual(*each, counted)) for each in cells if each[1] > 0], "{:.2f}")
    seen = [at for at, (value, mean) in enumerate(cells) if value > 0 or mean >= 0.005]
    shown = cells[seen[0] : seen[-1] + 1]
    total = round(counted)
    beyond = (1 - CONFIDENCE) / (2 * len(shown))
    for _, mean in shown:
        share = min(1.0, mean / total)
        universe.derive([binom.ppf(beyond, total, share), binom.ppf(1 - beyond, total, share)])
    # The marks of the scale: whole steps of 1, 2 or 5 times a power of ten, up to the first above every bar.
    tallest = max(max(each) for each in shown)
    step = min(
        unit * 10**power for unit in (1, 2, 5) for power in range(9) if unit * 10**power * 6 >= tallest
    )
    universe.derive([step * mark for mark in range(8) if step * (mark - 1) < tallest])


def cell_classes(universe, cells):
    """How many cells of a heat map have residuals of each class, and how many would of a fair sample."""
    edges = (-4, -3, -2, -1, 1, 2, 3, 4)
    far = [residual(*each) for each in cells]
    below = [sum(1 for each in far if each < edge) for edge in edges[:4]]
    above = [sum(1 for each in far if each > edge) for edge in edges[4:]]
    middle = len(far) - below[-1] - above[0]
    universe.derive([*np.diff([0, *below]), middle, *-np.diff([*above, 0])])
    fair = Counter()
    for (mean, total), same in Counter(each[1:] for each in cells).items():
        counts = np.arange(round(total) + 1)
        chances = binom.pmf(counts, round(total), mean / total)
        places = residual(counts, mean, total)
        for at, (low, high) in enumerate(pairwise((-inf, *edges, inf))):
            closed = (places >= low) & (places < high) if high < 0 else (places > low) & (places <= high)
            if low < 0 < high:
                closed = (places >= low) & (places <= high)
            fair[at] += same * chances[closed].sum()
    universe.derive([float(f"{each:.3g}") for each in fair.values()])


def residual(observed, expected, total):
    return (observed - expected) / (expected * (1 - expected / total)) ** 0.5


def timeline(universe, first, last):
    """The marks of a time axis: whole minutes around a run, or seconds."""
    start, end = (datetime.fromisoformat(each).replace(second=0, microsecond=0) for each in (first, last))
    minutes = range(int((end - start) / timedelta(minutes=1)) + 2)
    universe.add(*(f"{start + timedelta(minutes=each):%H:%M}" for each in minutes))
    if len(minutes) < 10:  # of a short one whole seconds
        universe.add(*(f"{start + timedelta(seconds=each):%H:%M:%S}" for each in range(60 * len(minutes))))


def days(universe, runs):
    """The marks of the time axis over all runs."""
    start, end = (date.fromisoformat(each(run.summary.started[:10] for run in runs)) for each in (min, max))
    universe.add(*(f"{start + timedelta(days=each)}" for each in range((end - start).days + 2)))


@pytest.fixture(scope="module")
def words():
    """The numbers in what staff wrote; they stand in any report."""
    return Universe().fixed().known


def universe_of(words, runs, pages, submission=None, versions=()):
    result = Universe()
    result.known |= words
    result.paper(len(pages))
    for run in runs:
        derived(result.run(run), run)
    if submission is not None:
        result.submission(submission)
    result.add(*versions)
    return result


@pytest.mark.parametrize("layout", ["run_report.toml", "run_summary.toml"])
def test_every_number_of_a_run_report_comes_from_its_records(rng_run, sections, words, layout):
    folder = rng_run[1]
    pages = pages_of(build.build_report(Subject.of(folder), sections, read_layout(name=layout)))
    universe = universe_of(words, [folder], pages)
    assert sum(len(tokens(page)) for page in pages) > 20
    assert unexplained(pages, universe) == []


@pytest.fixture(scope="module")
def drawn(runs, sections, words):
    """The dossier, what its report prints, and what explains it."""
    result = dossier(runs)
    pages = pages_of(pdf_of(result, sections))
    folders = [run.folder for run in result.runs]
    universe = universe_of(words, folders, pages, result.submission, result.versions.values())
    days(universe, result.runs)
    universe.add(*(f"{value}" for item in result.baseline.items for value in item.model_dump().values()))
    return SimpleNamespace(dossier=result, pages=pages, universe=universe)


def test_every_number_of_a_dossiers_report_comes_from_its_records(drawn):
    assert sum(len(tokens(page)) for page in drawn.pages) > 1000
    assert unexplained(drawn.pages, drawn.universe) == []


def test_what_would_have_been_detected_comes_from_the_table_or_is_computed_anew(
    rng_run, runs, sections, words, tmp_path
):
    table = resources.files("test_plans").joinpath("power", "pai-gow-poker-645a-starting-position-v3.json")
    copies = []
    for name in ("one", "two"):
        folder = copied_as(rng_run[1], tmp_path / name)
        start, *rest = folder.records()
        (folder.path / FILE).write_bytes(table.read_bytes())
        frozen = {**start.body.files, FILE: hashlib.sha256(table.read_bytes()).hexdigest()}
        forge(folder, [altered(start, files=frozen), *rest])
        copies.append(folder)
    groups = tuple(group(Subject.of(folder)) for folder in copies)
    result = dossier(runs, groups=groups)
    pages = pages_of(pdf_of(result, sections, only=("conformity", "detectable")))
    universe = universe_of(words, copies, pages, result.submission, result.versions.values())
    rates = [each.first.summary.rule.false_alarms.fail_at_most for each in groups]
    universe.derive([float(f"{100 * sum(rates):.4g}")])  # both groups together, by Boole's inequality
    assert "no fail in the end" in " ".join(pages).lower()
    assert unexplained(pages, universe) == []


def test_the_deficiency_report_too(drawn, sections):
    pages = pages_of(pdf_of(drawn.dossier, sections, "deficiency_report.toml"))
    assert unexplained(pages, drawn.universe) == []


def test_a_wrong_digit_is_found(drawn):
    """Of the numbers with four digits or more, hardly any is explained with another last digit."""
    every = {each for page in drawn.pages for each in tokens(page) if not {":", "-"} & {*each}}
    long = {each for each in every if sum(sign.isdigit() for sign in each) >= 4}
    wrong = {each[:-1] + str((int(each[-1]) + 5) % 10) for each in long}
    assert len(wrong) > 40
    assert len(wrong - drawn.universe.known) > 0.9 * len(wrong)


def changed_result(run, name, **fields):
    results = dict(run.summary.results)
    results[name] = replace(results[name], **fields)
    return with_summary(run, results=results)


def with_reads(run, counted):
    log = replace(run.log, reads={("validate", "validation", "observed"): counted})
    return replace(run, history=replace(run.history, log=log))


def one_cell_more(run):
    """Return the run with one count of its histogram changed after it was recorded."""
    (shown,) = run.summary.results["rising"].pictures
    (row,) = shown.values
    values = ((*row[:3], row[3] + 7, *row[4:]),)
    return changed_result(run, "rising", pictures=(replace(shown, values=values),))


ALTERED = {
    "statistic": (lambda run: changed_result(run, "position-card", statistic={"X2": 2601.3}), "results", "2,601.3"),
    "count": (one_cell_more, "pictures", "317"),
    "reads": (lambda run: with_reads(run, (10, 533, 0)), "capture", "533"),
}  # fmt: skip


@pytest.mark.parametrize("what", ALTERED)
def test_a_number_that_no_record_holds_is_found_on_its_page(drawn, sections, what):
    alter, section, printed = ALTERED[what]
    groups = tuple(replace(each, runs=tuple(map(alter, each.runs))) for each in drawn.dossier.groups)
    pages = pages_of(pdf_of(replace(drawn.dossier, groups=groups), sections, only=(section,)))
    result = unexplained(pages, drawn.universe)
    assert any(f": {printed} in " in each for each in result), result


@pytest.mark.parametrize(
    ("printed", "fields"), [("4.148", {"statistic": {"X2": 4.148}}), ("2,017", {"units": 2017})]
)
def test_a_number_of_a_run_report_that_no_record_holds_is_found(printed, fields, rng_run, sections, words):
    false = changed_result(Subject.of(rng_run[1]), "frequency", **fields)
    pages = pages_of(build.build_report(false, sections))
    result = unexplained(pages, universe_of(words, [rng_run[1]], pages))
    assert result
    assert all(f": {printed} in " in each for each in result)
