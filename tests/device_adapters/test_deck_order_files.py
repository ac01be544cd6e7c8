import re
from pathlib import Path

import pytest

from device_adapters.deck_order_files import MAX_FILE, DeckOrderFiles
from labharness.errors import ProtocolError
from labharness.model.cards import format_order

DOCUMENT = Path(__file__).parents[2] / "docs" / "deck-order-files.md"


class Folder:
    """Gives one file."""

    position = 0

    def __init__(self, content):
        self._content = content

    def read(self, size):
        return self._content[:size]


def read(text):
    return DeckOrderFiles(Folder(b"# file: 000007.deck\n" + text)).read_order()


@pytest.mark.parametrize(
    "text",
    [
        b"AS 10D ?? JK\n",
        b"# reader: x\n# time: now\nAS\n10D\n??\nJK",
        b"as\tTd  ??\r\n# remark ZZ\r\nJK\r\n",
        b"\xef\xbb\xbfAS 10D ?? JK",
    ],
)
def test_cards_are_read_however_they_are_laid_out(text):
    assert format_order(read(text)) == "AS 10D ?? JK"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "000007.deck holds no cards"),
        (b"# only a header\n", "000007.deck holds no cards"),
        (b"# h\nAS\n2S 1X\n", "000007.deck, line 3: '1X' is not a card"),
        (b"\xff\xfeA\0S\0", "not UTF-8"),
        (b"AS " * (MAX_FILE // 3), "longer than"),
    ],
)
def test_anything_else_is_refused_with_file_and_reason(text, words):
    with pytest.raises(ProtocolError, match=rf"{words}.*\.$"):
        read(text)


def test_a_file_without_a_name_is_refused():
    with pytest.raises(ProtocolError, match="without its name"):
        DeckOrderFiles(Folder(b"AS 2S")).read_order()


def test_the_documents_example_reads_as_written():
    example = re.search(r"## Example\n\n((?:    .+\n)+)", DOCUMENT.read_text(encoding="utf-8"))[1]
    assert format_order(read(example.encode())) == "KH AS 10D 5C JK ?? 2S 7D!"
