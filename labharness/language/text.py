"""Text that others chose as one harmless line, and names of the program as words."""

from __future__ import annotations

LONGEST = 400


def plain(text: object, longest: int = LONGEST) -> str:
    """Return text that a device, file or person gave as one short line without control characters.

    Examples
    --------
    >>> plain("bell" + chr(7) + chr(10) + "  end"), plain("abcdef", 4)
    ('bell end', 'abc…')
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in str(text)[: longest * 4]).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def flowing(text: str) -> str:
    """Return text of a file, where line ends are only the writer's, as one line."""
    return " ".join(text.split())


def installation(extra: str) -> str:
    """Return the command that installs a library of an extra; the package index has another program of our name.

    Examples
    --------
    >>> installation("s3")
    "pip install 'PATH[s3]', where PATH is the wheel or the checkout of labharness"
    """
    return f"pip install 'PATH[{extra}]', where PATH is the wheel or the checkout of labharness"


def words(code: str) -> str:
    """Write a name of the program as words.

    Examples
    --------
    >>> words("close_session")
    'close session'
    """
    return code.replace("_", " ").replace("-", " ")


def hex_dump(data: bytes) -> str:
    """Write bytes as offset, hexadecimal digits and printable characters, 16 bytes a line.

    Examples
    --------
    >>> hex_dump(b"AS 2S" + bytes([0]))
    '000000  41 53 20 32 53 00                                |AS 2S.|'
    """
    lines = []
    for at in range(0, len(data), 16):
        part = data[at : at + 16]
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in part)
        lines.append(f"{at:06x}  {part.hex(' '):<47}  |{text}|")
    return "\n".join(lines)
