"""What a file holds, by its first bytes."""

from labharness.analysis.sampling.files.source import LOOKED_AT, Observes, guess, opened
from labharness.errors import InputError
from labharness.model.reasons.inputs import Files
from tests.support.reasons import refused

DECK = " ".join(rank + suit for suit in "SHDC" for rank in "A23456789TJQK")


def guessed(tmp_path, content):
    path = tmp_path / "file"
    path.write_bytes(content)
    with opened(str(path)) as source:
        return guess(source)


def test_first_bytes_show_what_a_file_holds(tmp_path):
    for content, holds in [
        (bytes(range(256)) * 20, Observes.BITS),
        (b"0110100110010110\n" * 900, Observes.BITS),
        (b"3\n1\n4\n1\n5\n" * 2000, Observes.OUTCOMES),
        (b"low: 0\nhigh: 1\n0 1 1 0\n", Observes.OUTCOMES),
        ("# Gerät für Würfe\n4 6 1\n".encode(), Observes.OUTCOMES),
        (("# " + "é" * LOOKED_AT).encode()[: LOOKED_AT - 8] + b"\n4 6 1 " + "é".encode(), Observes.OUTCOMES),
        (b"\xef\xbb\xbf# of the maker\n12; 49, 3\n", Observes.OUTCOMES),
        (f"input: new-deck\n{DECK}\n".encode() * 1, Observes.DECKS),
        (f"< {DECK}\n{DECK}\n".encode() * 60, Observes.DECKS),
        (b"JK ?? 10d! as#3\n", Observes.DECKS),
        (f"event: refill\ndealt: {DECK}\n".encode(), Observes.ROUNDS),
        (b"decks: 6\nround-cards: 5\n", Observes.ROUNDS),
    ]:
        assert guessed(tmp_path, content) is holds, content[:40]


def test_a_file_that_does_not_show_it_is_refused(tmp_path):
    for content in [b"", b"0\n1\n1\n0\n", b"a,b\n1,2\n", b"x" * (2 * LOOKED_AT), b"123456 7\n"]:
        unknown = Files.CONTENT_UNKNOWN(file="file", choices=tuple(Observes))
        assert refused(InputError, guessed, tmp_path, content) == (unknown,), content
