"""The sentences that the page of troubleshooting quotes are those of the program."""

import ast
import re
from pathlib import Path

import pytest

from labharness.app.installation import window_libraries
from labharness.app.manual.place import SOURCE
from labharness.gui import main
from labharness.language.messages import ENGLISH, messages

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
                    yield "".join(
                        part.value if isinstance(part, ast.Constant) else "…" for part in node.values
                    )
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


def test_the_page_quotes_sentences():
    assert len(quoted()) > 20


@pytest.mark.parametrize("quote", quoted())
def test_a_quoted_sentence_is_one_of_the_program(quote):
    pieces = [piece.strip(' "') for piece in quote.split("…") if piece.strip(' ".,')]

    assert any(has(sentence, pieces) for sentence in sentences())
