"""What runners say is kept in the workspace only where somebody may need it."""

import os
import sys
import time

from labharness.app.runs.launching import LEFT_S, clear, launch, settle


def over(started):
    while not started.over:
        time.sleep(0.02)
    return started


def says(text, folder):
    return over(launch([sys.executable, "-c", f"print({text!r}, end='')"], "run-1", folder))


def test_at_the_end_only_what_no_record_holds_is_kept(tmp_path):
    for text, kept in (
        ("", 0),
        ('{"run": "run-1", "outcome": "PASS"}', 0),
        ('{"error": "LockedError", "sentence": "It is locked."}', 1),
        ("Traceback", 2),
    ):
        says(text, tmp_path)
        settle()
        files = [file.name for file in tmp_path.iterdir()]
        assert len(files) == kept
        assert all(name.startswith("runner-run-1-") for name in files)


def test_a_sentence_that_was_shown_is_not_kept_but_a_trace_is(tmp_path):
    assert says('{"error": "A", "sentence": "Plug it in."}', tmp_path).said() == "Plug it in."
    assert list(tmp_path.iterdir()) == []
    assert says("Traceback\nlast", tmp_path).said() == "last"
    assert len(list(tmp_path.iterdir())) == 1
    settle()
    assert len(list(tmp_path.iterdir())) == 1


def test_what_an_earlier_window_left_is_removed_unless_it_tells_something_or_may_be_at_work(tmp_path):
    old = time.time() - LEFT_S - 60
    for name, text, age in (
        ("runner-run-1-abcd.txt", "", old),
        ("runner-run-2-abcd.txt", "", old),
        ("runner-run-3-abcd.txt", "Traceback", old),
        ("runner-run-4-abcd.txt", "", time.time()),
        ("labharness-20250101.txt", "", old),
    ):
        (tmp_path / name).write_text(text)
        os.utime(tmp_path / name, (age, age))
    clear(tmp_path, {"run-2"})
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "labharness-20250101.txt",
        "runner-run-2-abcd.txt",
        "runner-run-3-abcd.txt",
        "runner-run-4-abcd.txt",
    ]
