"""Every number that a report may print, from the records that it is about."""

import ast
import json
import re
import tomllib
from collections import Counter
from datetime import date, datetime
from itertools import chain
from pathlib import Path

from labharness.evidence.records.body import RecordType
from labharness.language.dates import clock, day, day_and_time
from labharness.language.numbers import magnitude, number, percent, probability

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

    def explains(self, token):
        """Whether a printed number is one of them."""
        return token in self.known

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

    def fixed(self, *folders):
        """Take the words that staff wrote: data files of reports, and sentences of the sections."""
        for file in chain.from_iterable(sorted(folder.rglob("*.toml")) for folder in folders):
            self.take(tomllib.loads(file.read_text("utf-8")))
        for file in chain.from_iterable(sorted(folder.rglob("*.py")) for folder in folders):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                    self.add(node.value)
        return self

    def paper(self, pages, sections=40):
        """Take what numbers pages and headings."""
        self.add(*range(1, pages + 1))
        self.known |= {f"{first}.{second}" for first in range(1, sections) for second in range(1, 12)}
        return self


def packaged():
    """Return the folders whose words are printed."""
    import labharness.reporting
    import reports

    return [Path(next(iter(reports.__path__))), Path(labharness.reporting.__file__).parent]
