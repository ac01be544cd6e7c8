"""Two processes at once, and one that is killed."""

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from labharness.filings.store.register import Register

pytestmark = pytest.mark.long

WRITER = Path(__file__).with_name("writer.py")


def begin(url, name, times):
    command = [sys.executable, str(WRITER), url, name, str(times)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


def go(process):
    process.stdin.write("go\n")
    process.stdin.flush()


def test_two_writers_at_once_both_write_in_one_order(register, url):
    times = 20
    both = [begin(url, name, times) for name in ("unit-a", "unit-b")]
    for process in both:
        go(process)
    text = [process.communicate(timeout=120)[0].split() for process in both]
    assert [process.returncode for process in both] == [0, 0]
    numbers = [list(map(int, words[::2])) for words in text]
    assert sorted(numbers[0] + numbers[1]) == list(range(7, 7 + 2 * times))
    assert numbers[0] == sorted(numbers[0])
    assert register.verify().problems == ()
    changes = {change.number: change.hash for change in register.changes("s-1")}
    assert all(
        changes[int(number)] == hash_
        for words in text
        for number, hash_ in zip(words[::2], words[1::2], strict=True)
    )


def test_two_may_open_a_new_register_at_once(url):
    program = "import sys; from labharness.filings.store.register import Register; Register.open(sys.argv[1]).close()"
    command = [sys.executable, "-c", program, url]
    both = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    for process in both:
        _, error = process.communicate(timeout=120)
        assert process.returncode == 0, error
    with Register.open(url) as register:
        assert register.verify().clean


@pytest.mark.parametrize("after", [1, 7])
def test_a_killed_writer_loses_nothing_that_it_was_told_is_on_record(register, url, after):
    process = begin(url, "unit-a", 100_000)
    go(process)
    text = [line.split() for line in islice(process.stdout, after)]
    process.kill()
    text += [line.split() for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    process.stdin.close()
    process.stdout.close()
    process.wait()
    with Register.open(url) as again:
        assert again.verify().problems == ()
        changes = {str(change.number): change.hash for change in again.changes("s-1")}
        assert all(changes[number] == hash_ for number, hash_ in text)
        # One more may be on record than the process could say.
        assert len(changes) - 3 in (len(text), len(text) + 1)
        assert again.note("s-1", "looked again", {}, "engineer-a", "It goes on.").number == len(changes) + 4
