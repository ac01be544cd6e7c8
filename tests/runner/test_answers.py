"""A file that a person names with an answer: taken into the run, or refused with a reason."""

import hashlib
import os
from types import SimpleNamespace

import pytest

from labharness.evidence.folder import ATTACHMENTS
from labharness.model.reasons.conduct import Ask
from labharness.model.reasons.evidence import Evidence
from labharness.runner import control as answers
from labharness.runner.control import Given, Question, ask


@pytest.fixture
def answer(tmp_path):
    """Give an answer to a question that wants a photograph; returns the answer or the reason."""
    run = tmp_path / "run"
    run.mkdir()
    question = Question("inspect", ("Look.",), {}, photograph=True)

    def give(file):
        asked = []

        def prompt(action, asks, data, timeout):
            asked.append(data.get("reasons"))
            return f"yes | {file}"

        bench = SimpleNamespace(writer=SimpleNamespace(path=run), control=SimpleNamespace(ask=prompt))
        return ask(bench, question, 1) or asked[1][0]

    return give


def test_a_file_is_kept_under_its_hash(answer, tmp_path):
    picture, link = tmp_path / "door.jpg", tmp_path / "latest.jpg"
    picture.write_bytes(b"picture")
    link.symlink_to(picture)
    digest = hashlib.sha256(b"picture").hexdigest()
    for file in (picture, link):
        result = answer(file)
        assert (result.given, result.attachment.name, result.attachment.sha256) == (
            Given.YES,
            file.name,
            digest,
        )
    assert (tmp_path / "run" / ATTACHMENTS / digest).read_bytes() == b"picture"


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_pipe_does_not_hold_up_the_run(answer, tmp_path):
    os.mkfifo(tmp_path / "pipe.jpg")
    assert answer(tmp_path / "pipe.jpg") == Evidence.NOT_A_FILE(file="pipe.jpg")
    assert answer("/dev/zero") == Evidence.NOT_A_FILE(file="zero")


def test_what_cannot_be_read_is_asked_again(answer, tmp_path, monkeypatch):
    monkeypatch.setattr(answers, "MOST_BYTES", 3)
    (tmp_path / "door.jpg").write_bytes(b"1234")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert answer(tmp_path / "door.jpg") == Evidence.FILE_TOO_LONG(file="door.jpg", limit=3)
    for file in (tmp_path / "none.jpg", tmp_path / "loop", tmp_path, "a\0b"):
        refusals = (Ask.FILE_UNREADABLE, Evidence.NOT_A_FILE)  # Python resolves a link to itself since 3.13
        assert any(map(answer(file).is_a, refusals)) or answer(file).code.startswith("inputs"), file
