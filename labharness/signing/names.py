"""Names of people compared: what is equal, what only looks equal, and names that mix alphabets."""

from __future__ import annotations

import unicodedata

_EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"})
_UNSEEN = frozenset({"Cf", "Cc", "Co", "Cn", "Cs"})
"""Categories of characters without a shape of their own, such as a zero-width space."""
_LIKE = {
    # Capitals first, as a capital and its small letter may look like two different letters.
    "A": "0410 0391", "B": "0412 0392", "C": "0421 03f9", "E": "0415 0395", "G": "050c", "H": "041d 0397",
    "J": "0408", "K": "041a 039a", "M": "041c 039c", "N": "039d", "O": "041e 039f 0555", "P": "0420 03a1",
    "Q": "051a", "S": "0405 054f", "T": "0422 03a4", "W": "051c", "X": "0425 03a7", "Y": "0423 04ae 03a5",
    "Z": "0396", "a": "0430 03b1 0251", "c": "0441 03f2", "d": "0501", "e": "0435", "g": "0261 0581",
    "h": "04bb 0570", "i": "0456 03b9 0131", "j": "0458 03f3", "k": "043a 03ba", "n": "0578",
    "o": "043e 03bf 0585 0030", "p": "0440 03c1", "q": "051b 0566", "s": "0455", "u": "057d 03c5",
    "v": "0475 03bd", "w": "051d", "x": "0445 03c7", "y": "0443 04af 03b3",
    "l": "0049 0031 007c 0406 0399 04c0 04cf",
}  # fmt: skip
"""Letters and the code points that look like them."""
_SKELETON = {int(code, 16): letter for letter, codes in _LIKE.items() for code in codes.split()}


def normalized(name: str) -> str:
    """Return a name as names are compared: without case, and with one space between words.

    Examples
    --------
    >>> normalized("Anna  COX") == normalized("anna cox")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def alike(name: str, other: str) -> bool:
    """Say whether two names are equal or look equal in print.

    Examples
    --------
    >>> alike("Anna Cox", "Anna C\N{CYRILLIC SMALL LETTER O}x"), alike("Arnold", "Amold"), alike("Anna", "Anne")
    (True, True, False)
    """
    return normalized(name) == normalized(other) or _skeleton(name) == _skeleton(other)


def odd_letters(name: str) -> tuple[str, ...]:
    """Return the Unicode names of letters from another alphabet than the name's first, and of unseen characters.

    Examples
    --------
    >>> odd_letters("Anna C\N{CYRILLIC SMALL LETTER O}x"), odd_letters("Анна"), odd_letters("José 李")
    (('CYRILLIC SMALL LETTER O',), (), ())
    """
    own, odd = "", dict[str, None]()
    for letter in unicodedata.normalize("NFKC", name):
        title = _title(letter)
        if unicodedata.category(letter) in _UNSEEN:
            odd[title] = None
        elif letter.isalpha() and (alphabet := title.split()[0]) not in _EAST_ASIAN | {"MODIFIER"}:
            own = own or alphabet
            if alphabet != own:
                odd[title] = None
    return tuple(odd)


def other_letters(name: str, model: str) -> tuple[str, ...]:
    """Return the Unicode names of the characters of a name that another one does not have."""
    return tuple(dict.fromkeys(_title(letter) for letter in name if letter not in model))


def _title(letter: str) -> str:
    return unicodedata.name(letter, f"U+{ord(letter):04X}")


def _skeleton(name: str) -> str:
    """Return one spelling for all names that look alike (after the skeleton of Unicode TS 39)."""
    seen = "".join(
        each for each in unicodedata.normalize("NFKC", name) if unicodedata.category(each) not in _UNSEEN
    )
    plain = normalized(seen.translate(_SKELETON))
    return plain.replace("rn", "m").replace("vv", "w")
