"""The manual of this product: made without a warning, every link leads somewhere, and F1 finds its paragraphs."""

import ast
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from PIL import Image
from typer.testing import CliRunner

from labharness.app.manual.building import build
from labharness.app.manual.headings import Glossary
from labharness.app.manual.place import SOURCE, read
from labharness.cli.root import app
from labharness.gui.kit.explained import INDEX
from labharness.gui.rooms import ROOMS
from labharness.language.catalog import say

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
def made(tmp_path_factory):
    target = tmp_path_factory.mktemp("manual") / "made"
    assert [say(problem) for problem in build(SOURCE, target)] == []
    return target


def test_every_link_and_picture_is_there(made):
    pages = {file: Page(file) for file in made.rglob("*.html")}
    assert len(pages) > 60

    wrong = []
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https"):
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in pages[target].ids):
                wrong.append((file.relative_to(made).as_posix(), link))
    assert wrong == []


def test_nothing_is_loaded_from_a_network(made):
    for file in made.rglob("*.html"):
        text = file.read_text("utf-8")
        assert "<script" not in text
        assert 'src="http' not in text
        assert 'rel="stylesheet" href="http' not in text


def test_every_picture_opens(made):
    pictures = list((made / "images").glob("*.png"))
    assert pictures
    for picture in pictures:
        with Image.open(picture) as opened:
            opened.verify()


def test_every_paragraph_that_a_control_names_is_there(made):
    manual = read(made)
    named = [*(entry.explained for entry in ROOMS), INDEX]
    for file in (ROOT / "labharness" / "gui").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "explained_by":
                reference = node.args[1]
                if isinstance(reference, ast.Constant):
                    named.append(reference.value)
    for reference in named:
        manual.file(reference)


def test_the_glossary_explains_words_that_pages_use(made):
    glossary = Glossary(next(page.sections for page in read(made).pages if page.name == "glossary"))
    used = "".join(file.read_text("utf-8") for file in made.rglob("*.html"))

    assert len(glossary.meanings) >= 30
    unused = [anchor for anchor in glossary.meanings if f"glossary.html#{anchor}" not in used]
    assert len(unused) <= 3, unused


def test_the_command_searches_and_names_the_files():
    result = CliRunner().invoke(app, ["manual", "preflight"])

    assert result.exit_code == 0
    assert "user-guide-window#a-new-run" in result.output


def test_the_command_says_that_it_found_nothing(capsys):
    from labharness.cli.root import main

    with pytest.raises(SystemExit) as left:
        main(["manual", "zyzzyva"])
    assert left.value.code == 3
    assert "zyzzyva" in capsys.readouterr().err
