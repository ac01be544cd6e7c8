"""Read a text as a sample, in pieces of any size."""

import pytest

from labharness.analysis.sampling.files import source as source_module
from labharness.analysis.sampling.files.file_sample import file_sample
from labharness.analysis.sampling.files.source import Observes, opened


@pytest.fixture(scope="session")
def read(tmp_path_factory):
    """Return the sample of a text, and its blocks; ``part`` bytes are read at once."""
    path = tmp_path_factory.mktemp("formats") / "sample.txt"

    def read(content, observes, given=None, planned=None, part=1 << 19, look_back=0):
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(source_module, "TEXT_PART", part)
            with opened(str(path)) as source:
                sample = file_sample(source, Observes(observes), given or {}, planned)
                return sample, list(sample.blocks(look_back))

    return read
