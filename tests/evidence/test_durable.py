"""What the system refuses while something is written is refused with the path; other errors stay what they are."""

import errno
from pathlib import Path

import pytest

from labharness.errors import RegisterError, StorageError
from labharness.evidence.durable import Writing
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Registers


def test_an_error_of_the_system_names_the_path_and_its_cause():
    with pytest.raises(StorageError) as refused, Writing(Path("runs")):
        raise OSError(errno.ENOSPC, "No space left on device")

    assert refused.value.reasons == (Inputs.UNWRITABLE(path="runs", why="No space left on device"),)
    assert isinstance(refused.value.__cause__, OSError)


def test_a_refusal_and_a_mistake_pass_unchanged():
    refusal = RegisterError(Registers.FOLDER_EXISTS(folder="runs"))
    for error in (refusal, ValueError("no path")):
        with pytest.raises(type(error)) as raised, Writing(Path("runs")):
            raise error
        assert raised.value is error


def test_work_without_an_error_is_done():
    with Writing(Path("runs")):
        done = True

    assert done
