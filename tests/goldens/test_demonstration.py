"""The reports of the demonstration, sentence by sentence: what its runs and its rehearsal print, whenever and wherever they are made."""

import re

import pytest

from labharness.cli import main
from tests.support.goldens import hold, hold_files
from tests.support.paper import paper

MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
DIFFERS = (
    (r"[0-9a-f]{12,64}…?", "HASH"),
    (r"(?<=127\.0\.0\.1:)\d+", "PORT"),
    (rf"(?:{MONTHS}) \d+, \d{{4}}|\b\d{{4}}-\d\d-\d\d", "DAY"),
    (r"(?<![\d:])\d{1,2}:\d\d(?::\d\d)?(?!\d)(?: [ap]\.m\.)?", "TIME"),
    (r"\bE[SD]T\b", "ZONE"),
    (r"(?:DAY )?TIME(?:(?: to)? (?:DAY )?TIME)*", "TIME"),
    (r"[\d,]+(?= (?:[\d,]+|–) HASH)|(?<=Raw bytes on file )[\d,]+|(?<=ledger\.jsonl )[\d,]+", "SIZE"),
    (r"(?<=Test computer )\S+", "HOST"),
    (r"(?<=\(account )[^)]+", "NAME"),
    (r"numba VERSION, .*?, system \S+", "LIBRARIES"),
    (r"watch://.*?(?= Read by )", "FOLDER"),
    (r"Procedure: action; required reaction Made Reactions observed By, at \(UTC\) Result ", ""),
)
"""What differs from one demonstration to the next: when, where, how large files of that are, and their hashes."""
HEAD = re.compile(r"\A(?:.*\n){1,9}?[0-9a-f]{64}\n")
"""Of each page, to the hash of what it reports."""
NUMBER, CONTENTS = re.compile(r"^\d+$", re.MULTILINE), "Section\nPage\n"
SENTENCE = re.compile(r"(?<=[.;]) ")
ANNEX, PAGE = re.compile(r"^A .*, page (\d+)$", re.MULTILINE), re.compile(r", page \d+$", re.MULTILINE)


def alike(text, place):
    """Return a report as two demonstrations have it: its body by sentences, wherever pages end, and its structure."""
    *pages, structure = text.replace(str(place), "PLACE").split("\n\n")
    annex = ANNEX.search(structure)
    body = (HEAD.sub("", page) for page in pages[: int(annex[1]) - 1 if annex else None])
    words = " ".join(" ".join(NUMBER.sub("", page) if CONTENTS in page else page for page in body).split())
    for pattern, name in DIFFERS:
        words = re.sub(pattern, name, words)
    return "\n".join((*SENTENCE.split(words), "", PAGE.sub("", structure)))


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_its_reports_are_those_of_their_goldens(tmp_path, whole_searches):
    place = tmp_path / "demo"
    with pytest.raises(SystemExit):
        main(["demo", "--workspace", str(place), "--json"])
    reports = {f"{path.stem}.txt": path for path in (place / "reports").rglob("*.pdf")}
    for name, path in reports.items():
        hold(f"demonstration/{name}", alike(paper(path.read_bytes()), place))
    hold_files("demonstration", reports)
