"""A language whose texts are 40% longer and in brackets: every word of the window is translated, and has room."""

import ast
import hashlib
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import labharness
from tests.support import filed_generator
from tests.support.parsed import parsed
from tests.support.window import showcase
from tests.support.window.specimen import Specimen
from tests.support.window.specimen_night import queue_a_night

ROOT = Path(labharness.__file__).parents[1]
OF_QT = {"Scroll Left", "Scroll Right"}
"""Names that Qt gives the arrows of its tabs, in the language of its own dialogs."""
SHUFFLES = "blackjack-633a-batch-shuffler-by-hand"


@pytest.fixture(scope="module")
def place(rng_run, tmp_path_factory):
    """A folder with a workspace: a submission, a run that ended, a run with a question, and a queue."""
    place = tmp_path_factory.mktemp("pseudo")
    workspace = filed_generator.file_generator(rng_run[0], place / "filed")
    asks = Specimen(workspace.path / "runs" / "asks", SHUFFLES)
    asks.begin("shuffles")
    asks.prompt(0, "shuffle", "Load the deck and press the button.")
    queue_a_night(workspace)
    yield place
    asks.close()


@pytest.fixture(scope="module")
def walked(place):
    """What is wrong with each page of that workspace, and of a new one; read in a process of its own."""
    program = [sys.executable, "-m", "tests.support.window.pseudo_locale", place / "filed", place / "new"]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(program, capture_output=True, check=False, encoding="utf-8", env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""  # Qt has nothing to complain about
    return json.loads(done.stdout)


def wrong(result, what):
    return {page: facts[what] for page, facts in result.items() if facts.get(what)}


@pytest.fixture(scope="module")
def said_below(place):
    """All that the data of the product holds, and what the workspace holds."""
    data = [path for top in ("labharness", "reports", "test_plans") for path in (ROOT / top).rglob("*.toml")]
    data += list((ROOT / "labharness" / "language").rglob("*.txt"))
    data += [
        *(place / "filed").rglob("ledger.jsonl"),
        Path(filed_generator.__file__),
        Path(showcase.__file__),
    ]
    texts = [path.read_text(encoding="utf-8") for path in data]
    texts += [hashlib.sha256(path.read_bytes()).hexdigest() for path in data]
    texts.append("Simulated Computerized RNG")  # manufacturer and model
    return spelled("\n".join(texts))


def spelled(text):
    return text.replace("_", " ").casefold()


@cache
def is_text_of_code(word):
    """Say whether code below the window has a word in one of its texts; only files with the word are read as code."""
    code = [path for path in (ROOT / "labharness").rglob("*.py") if "gui" not in path.relative_to(ROOT).parts]
    sources = (source for path in code if word in spelled(source := path.read_text(encoding="utf-8")))
    return any(
        isinstance(node, ast.Constant) and isinstance(node.value, str) and word in spelled(node.value)
        for source in sources
        for node in ast.walk(parsed(source))
    )


def test_every_word_of_the_window_is_translated(walked, said_below, place):
    """What has no brackets comes from a record, from the catalog or from the computer."""
    own = {
        (page, text): left
        for page, texts in wrong(walked, "unmarked").items()
        for text, words in texts.items()
        if text not in OF_QT
        and str(place) not in text
        and (left := [word for word in map(str.casefold, words) if word not in said_below])
        and (left := [word for word in left if not is_text_of_code(word)])
    }

    assert own == {}


def test_texts_that_are_longer_still_fit(walked):
    """Buttons and labels have room on a screen of 1920 pixels, tables on one of 1280."""
    assert {what: pages for what in ("cut", "wide", "scrolled") if (pages := wrong(walked, what))} == {}


def test_every_page_has_words_of_its_own(walked):
    assert len(walked) > 20
    assert [page for page, facts in walked.items() if facts["marked"] < 5] == []
