"""The manual of this product: made without a warning, every link leads somewhere, and F1 finds its paragraphs."""

import ast
import re
import shlex
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from PIL import Image

from labharness import acts
from labharness.app.installation import window_libraries
from labharness.app.manual.building import build
from labharness.app.manual.headings import Glossary
from labharness.app.manual.place import SOURCE, read
from labharness.cli.folder import CommandFolder
from labharness.gui import main
from labharness.gui.kit.keys import INDEX
from labharness.gui.rooms import ROOMS
from labharness.language.catalog import ENGLISH, messages, say
from tests.support.pages import EXAMPLES, blocks

ROOT = Path(__file__).parents[3]


class Page(HTMLParser):
    """What a browser finds in a page."""

    def __init__(self, file):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, _tag, attrs):
        result = dict(attrs)
        self.ids.add(result.get("id"))
        self.links += [result[name] for name in ("href", "src") if name in result]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    target = tmp_path_factory.mktemp("manual") / "made"
    assert [say(problem) for problem in build(SOURCE, target)] == []
    return target


def test_every_link_and_picture_is_there_and_nothing_is_loaded_from_a_network(built):
    pages = {file: Page(file) for file in built.rglob("*.html")}
    assert len(pages) > 60
    wrong = []
    for file, page in pages.items():
        text = file.read_text("utf-8")
        loaded = ("<script", 'src="http', 'rel="stylesheet" href="http')
        wrong += [(file.name, each) for each in loaded if each in text]
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https"):
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in pages[target].ids):
                wrong.append((file.relative_to(built).as_posix(), link))
    assert wrong == []


def test_every_picture_opens(built):
    pictures = list((built / "images").glob("*.png"))
    assert pictures
    for picture in pictures:
        with Image.open(picture) as opened:
            opened.verify()


def test_every_paragraph_that_a_control_names_is_there(built):
    manual = read(built)
    named = [*(entry.explained for entry in ROOMS), INDEX]
    for file in (ROOT / "labharness" / "gui").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "explained_by":
                reference = node.args[1]
                if isinstance(reference, ast.Constant):
                    named.append(reference.value)
    for reference in named:
        manual.file(reference)


def test_the_glossary_explains_words_that_pages_use(built):
    glossary = Glossary(next(page.sections for page in read(built).pages if page.name == "glossary"))
    used = "".join(file.read_text("utf-8") for file in built.rglob("*.html"))
    assert len(glossary.meanings) >= 30
    unused = [anchor for anchor in glossary.meanings if f"glossary.html#{anchor}" not in used]
    assert len(unused) <= 3, unused


def test_the_command_searches_and_names_the_files_or_says_that_it_found_nothing(cli):
    code, out, _ = cli("manual", "preflight")
    assert (code, "user-guide-window#a-new-run" in out) == (0, True)
    code, _, err = cli("manual", "zyzzyva")
    assert (code, "zyzzyva" in err) == (3, True)


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAM = r"(?:\.venv/bin/|\.venv\\Scripts\\)?labharness "


def command_lines(text):
    """Return what a page tells its reader to type after ``labharness``, comments left out."""
    text = text.replace("\\\n", " ")
    parts = text.split("```")
    prose, blocks = "\n".join(parts[::2]), "\n".join(parts[1::2])
    quoted = re.findall(rf"`{PROGRAM}([^`]+)`", prose)
    shown = re.findall(rf"^ *{PROGRAM}(.+)$", blocks, re.MULTILINE)
    shown += re.findall(rf"^ {{4}}{PROGRAM}(.+)$", prose, re.MULTILINE)
    return [re.split(r"\s#|\s{4,}", " ".join(line.split("\n")))[0] for line in (*quoted, *shown)]


@cache
def command_of(*path):
    """Return the command or group of some words, None where there is none; each is built once."""
    if not path:
        return CommandFolder()
    group = command_of(*path[:-1])
    return group.get_command(None, path[-1])


def unknown(line):
    """Return the first word of a command line that the program does not know, None where it knows all."""
    words, path = shlex.split(line), ()
    while words and hasattr(command_of(*path), "get_command") and words[0][0] not in "-…":
        path = (*path, words.pop(0))
        if command_of(*path) is None:
            return path[-1]
    command = command_of(*path)
    options = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    given = [word.strip("[]").split("=")[0] for word in words if re.match(r"\[?-", word)]
    return next((word for word in given if word not in options | {"--help", "-h"}), None)


@pytest.fixture
def with_acts_of(tmp_path, monkeypatch):
    """Let the program have the acts that a page shows whole, as if they stood where the page puts them."""

    def added(page):
        if page.name not in EXAMPLES:
            return
        command_of.cache_clear()
        for place, source in zip(EXAMPLES[page.name], blocks(page, "python"), strict=False):
            file = Path(place)
            if file.parent.as_posix() == "labharness/acts":
                (tmp_path / file.name).write_text(source, encoding="utf-8")
                monkeypatch.setitem(sys.modules, f"{acts.__name__}.{file.stem}", None)
                del sys.modules[f"{acts.__name__}.{file.stem}"]
                monkeypatch.setattr(acts, file.stem, None, raising=False)
        folders = [*acts.__path__, str(tmp_path)]
        monkeypatch.setattr(acts, "__path__", folders)
        monkeypatch.setattr(acts.__spec__, "submodule_search_locations", folders)

    yield added
    if len(acts.__path__) > 1:
        command_of.cache_clear()


def test_the_program_has_every_command_and_option_of_a_page(with_acts_of):
    wrong = {}
    for page in PAGES:
        with_acts_of(page)
        lines = command_lines(page.read_text("utf-8"))
        wrong |= {(page.name, line): word for line in lines if (word := unknown(line))}
    assert wrong == {}


def test_an_unknown_word_is_found():
    for line, word in (
        ("report RUN", "RUN"),
        ("runs --grouped night", "--grouped"),
        ("worker --bench 1", None),
        ("analyze FILE [--observes bits|bytes] [--json]", None),
        ("run … --adapter NAME", None),
    ):
        assert unknown(line) == word


ROW = re.compile(r'^\| "(.+?)" \|', re.MULTILINE)
PLACE = re.compile(r"\{[^{}]*\}")


def sentences():
    """Every sentence of the catalog, and the texts of the modules that speak before it is loaded."""
    for file in ENGLISH.iterdir():
        for template in (text for forms in messages(file.stem).values() for text in forms.values()):
            yield PLACE.sub("…", template.replace("{{", "").replace("}}", ""))
    for module in (main, window_libraries):
        with Path(module.__file__).open(encoding="utf-8") as source:
            for node in ast.walk(ast.parse(source.read())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value
                elif isinstance(node, ast.JoinedStr):
                    parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
                    yield "".join(parts)
    yield "… INTEGRITY NOT VERIFIED …"


def quoted():
    return ROW.findall((SOURCE / "troubleshooting.md").read_text("utf-8"))


def has(sentence, pieces):
    at = 0
    for piece in pieces:
        at = sentence.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return True


def test_quoted_sentences_are_those_of_the_program():
    known, quotes = list(sentences()), quoted()
    assert len(quotes) > 20
    pieces = {
        quote: [each.strip(' "') for each in quote.split("…") if each.strip(' ".,')] for quote in quotes
    }
    assert [quote for quote in quotes if not any(has(sentence, pieces[quote]) for sentence in known)] == []


NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")
OPEN = ("**Not held**", "**Not tried**")


def rows():
    """Yield the cells of every row of the page."""
    for line in (SOURCE / "window-acceptance.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and not set(cells[0]) <= set("-") and "the test that" not in cells[-1]:
            yield cells


@cache
def names_in(name):
    """Return the tests of a file, of the benchmarks or of the tests."""
    place = ROOT / name if name.startswith("benchmarks/") else ROOT / "tests" / name
    return set(re.findall(r"^ *def (test_\w+)", place.read_text("utf-8"), re.MULTILINE))


def test_every_statement_names_a_test_that_exists_or_says_that_it_is_not_held():
    named = [each for cells in rows() for each in NAMED.findall(cells[-1])]
    assert len(named) > 100
    assert [each for each in named if each[1] not in names_in(each[0])] == []
    held = [cells for cells in rows() if NAMED.search(cells[-1]) or any(word in cells[-1] for word in OPEN)]
    assert held == list(rows())
    text = (SOURCE / "window-acceptance.md").read_text("utf-8")
    assert text.count(".py") == len(NAMED.findall(text)), "a test is named in no other form"
