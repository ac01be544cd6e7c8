"""A flip in every byte of a finished run is located; ``make soak`` flips every bit of every byte."""

import random
import shutil

import pytest

from labharness.evidence.folder import RunFolder
from labharness.evidence.verify import verify

LEDGER = "ledger.jsonl"
SEGMENT = "raw/device-0001.seg"
FROZEN = ("README.txt", "plan.toml", "game.toml")


def place_of_bytes(folder, name):
    """Return for every byte of a file what the reason that locates it holds."""
    content = (folder.path / name).read_bytes()
    if name == LEDGER:
        line, places = 1, []
        for byte in content:
            places.append({"line": line}.items())
            line += byte == ord("\n")
        return places
    if name.startswith("raw/"):
        frames = list(folder.frames("device"))
        title = {"file": name, "byte": 0, "frame": 0}.items()
        places = [title] * frames[0].offset
        for frame in frames:
            end = frame.offset + 28 + len(frame.payload) + 32
            at = {"file": name, "byte": frame.offset, "frame": frame.number}.items()
            places += [at] * (end - frame.offset)
        return places
    return [{"file": name}.items()] * len(content)


def write(file, byte, content):
    file.seek(byte)
    file.write(content)


def flip(folder, name, bits):
    """Flip bits of a file one at a time; yield each with what verify says first of it."""
    with (folder.path / name).open("r+b", buffering=0) as file:
        for byte, bit in bits:
            file.seek(byte)
            good = file.read(1)
            write(file, byte, bytes([good[0] ^ 1 << bit]))
            result = verify(folder.path)
            write(file, byte, good)
            yield byte, bit, result
    assert verify(folder.path).clean


def missed(folder, name, bits, step=1):
    """Return the flips that are not located, one bit of each byte; the bit is chosen by the number of the byte."""
    places = place_of_bytes(folder, name)
    assert len(places) == (folder.path / name).stat().st_size
    return [
        (byte, result.problems)
        for byte, _, result in flip(
            folder, name, [(byte, bits(byte)) for byte in range(0, len(places), step)]
        )
        if not result.problems or not places[byte] <= set(result.problems[0].parameters)
    ]


@pytest.mark.parametrize("name", [LEDGER, SEGMENT, *FROZEN])
def test_a_flip_in_every_byte_is_located(tiny, name):
    """Of a frozen file, which is compared as a whole by its hash, in every tenth."""
    assert missed(tiny, name, lambda byte: byte * 5 % 8, 10 if name in FROZEN else 1) == []


@pytest.mark.slow
@pytest.mark.parametrize("bit", range(8))
@pytest.mark.parametrize("name", [LEDGER, SEGMENT, *FROZEN])
def test_every_flip_is_located(tiny, name, bit):
    assert missed(tiny, name, lambda _: bit) == []


def test_the_run_that_is_flipped_holds_every_file_of_a_run(tiny, rng_run):
    def files(folder):
        return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}

    assert files(tiny.path) == {LEDGER, SEGMENT, *FROZEN, "lock"} == files(rng_run[1].path)


def test_flips_of_a_real_run_are_located(rng_run, tmp_path):
    folder = RunFolder(shutil.copytree(rng_run[1].path, tmp_path / rng_run[1].run))
    chance = random.Random(1)
    for name in (LEDGER, SEGMENT):
        places = place_of_bytes(folder, name)
        bits = [(chance.randrange(len(places)), chance.randrange(8)) for _ in range(100)]
        for byte, _, result in flip(folder, name, bits):
            assert places[byte] <= set(result.problems[0].parameters)
