import re
from pathlib import Path

import pytest

from device_adapters.deck_order_files import DeckOrderFiles
from labharness.devices.adapter import MAX_FILE
from labharness.errors import CardError, ProtocolError
from labharness.games.mistakes import parse
from labharness.model.cards import format_card, format_order, parse_order
from labharness.model.reasons.conduct import Adapters
from labharness.plans.card_stock import CardMarks, CardStock
from tests.support.links import File
from tests.support.reasons import refused

NO_CARD = refused(CardError, parse_order, "1X")
DOCUMENT = Path(__file__).parents[2] / "docs" / "deck-order-files.md"


def read(text):
    return DeckOrderFiles(File(b"# file: 000007.deck\n" + text)).read_order()


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
    ("text", "reason"),
    [
        (b"", Adapters.NO_CARDS(file="000007.deck")),
        (b"# only a header\n", Adapters.NO_CARDS(file="000007.deck")),
        (b"\xff\xfeA\0S\0", Adapters.NOT_TEXT()),
        (b"AS " * (MAX_FILE // 3), Adapters.FILE_TOO_LONG(limit=MAX_FILE)),
        (b"# h\nAS\n2S 1X\n", Adapters.IN_LINE(file="000007.deck", line=3, why=NO_CARD)),
    ],
)
def test_anything_else_is_refused(text, reason):
    assert refused(ProtocolError, read, text) == (reason,)
    assert not reason.is_a(Adapters.NO_CARDS) or refused(ProtocolError, marked, text) == (reason,)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (b"AS", ""),
        (b"# serial: 17\nAS", ""),
        (b"\xef\xbb\xbf# reader:  reading shoe 2 \r\nAS", "reading shoe 2"),
        (b"AS\n# reader: below\n# reader: twice", "below"),
        (b"# reader: \x1b[2J\nAS", "?[2J"),
    ],
)
def test_the_instrument_is_named_as_the_file_names_it(text, named):
    adapter = DeckOrderFiles(File(b"# file: 000007.deck\n" + text))
    adapter.read_order()
    assert adapter.instrument == named


def test_the_documents_example_reads_as_written():
    example = re.search(r"## Example\n\n((?:    .+\n)+)", DOCUMENT.read_text(encoding="utf-8"))[1]
    assert format_order(read(example.encode())) == "KH AS 10D 5C JK ?? 2S 7D!"


def marked(text):
    stock = {"schema": 1, "id": "two", "title": "Two", "maker": "nobody", "stock": "paper"}
    marks = CardMarks(CardStock(**stock, codes={"3F2A": "AS#1", "3F2B": "10D"}))
    reader = DeckOrderFiles(File(b"# file: 000007.deck\n" + text), marks)
    return format_order(reader.read_order()), reader.remark


def test_codes_are_read_by_their_card_set_and_unread_and_named_where_it_does_not_know_them():
    assert marked(b"# remark ZZ\n3f2a\t3F2B\r\n?? CC") == ("AS#1 10D ?? CC", None)
    assert marked(b"3F2A ZZ") == ("AS#1 ??", Adapters.UNKNOWN_MARKS(number=1, marks=("ZZ",)))
    _, remark = marked(b"3F2A " + b" ".join(b"Z%d" % number for number in range(52)))
    assert remark == Adapters.UNKNOWN_MARKS(number=52, marks=("Z0", "Z1", "Z2", "Z3", "Z4"))
    _, remark = marked(b"Z" * 1000)
    assert remark == Adapters.UNKNOWN_MARKS(number=1, marks=("Z" * 40,))


def test_the_documents_card_set_files_are_read_as_they_say():
    text = DOCUMENT.read_text(encoding="utf-8")
    backs, codes = re.findall(r"\n\n((?:    .*\n)*    schema = 1\n(?:(?:    .*)?\n)*?)(?=\S)", text)
    for example, words, cards in ((backs, ["AS/red", "10D/blue"], "AS 10D#1"), (codes, ["3F2A"], "AS#3")):
        stock = parse(CardStock, re.sub(r"(?m)^    ", "", example).encode(), "example")
        read, unknown = CardMarks(stock).read(words)
        assert (" ".join(map(format_card, read)), unknown) == (cards, [])
