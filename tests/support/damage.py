"""Damaged bytes for decoders that must bear any."""

NUMBERS = (b"\xff\xff\xff\xff", bytes(4), b"\0\0\0\x80")
"""Lengths at their limits."""


def damaged(random, data, pieces=NUMBERS):
    """Return the bytes with bits turned, parts lost, doubled or foreign, and pieces that decoders may stumble over."""
    data = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 6))):
        at = random.randrange(len(data) + 1)
        match random.randrange(6):
            case 0 if data:
                data[at % len(data)] ^= 1 << random.randrange(8)
            case 1:
                del data[at : at + random.randrange(30)]
            case 2:
                data[at:at] = random.randbytes(random.randrange(12))
            case 3:
                data[at : at + 4] = random.choice(pieces)
            case 4:
                start = random.randrange(len(data) + 1)
                data[at:at] = data[start : start + random.randrange(60)]
            case _:
                data[at:] = random.randbytes(len(data) - at)
    return bytes(data)
