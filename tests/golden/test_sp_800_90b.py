"""NIST's own sample files and results, where LABHARNESS_90B names a copy of its SP800-90B_EntropyAssessment."""

import os
import re
from pathlib import Path

import numpy as np
import pytest

from labharness.analysis.laws.entropy.estimates import assess

FOLDER = os.environ.get("LABHARNESS_90B", "")
ABSENT = "LABHARNESS_90B names no copy of NIST's SP800-90B_EntropyAssessment, which is not ours to ship"
TOLERANCE = 1e-6
ASSESSED = {
    "biased-random-bits": 0.0177666,
    "biased-random-bytes": 0.257741,
    "data.pi": 0.569538,
    "normal": 4.100096,
    "rand1_short": 0.611716,
    "rand4_short": 3.215488,
    "rand8_short": 5.860894,
    "ringOsc-nist": 0.126446,
    "truerand_1bit": 0.829677,
    "truerand_4bit": 3.602506,
    "truerand_8bit": 7.233861,
}
NAMES = {
    "Most Common Value": "most common value",
    "Collision": "collision",
    "Markov": "Markov",
    "Compression": "compression",
    "t-Tuple": "t-tuple",
    "LRS": "longest repeated substring",
    "MultiMCW Prediction": "MultiMCW",
    "Lag Prediction": "lag",
    "MultiMMC Prediction": "MultiMMC",
    "LZ78Y Prediction": "LZ78Y",
}

pytestmark = pytest.mark.skipif(not FOLDER, reason=ABSENT)


@pytest.mark.parametrize("name", ASSESSED)
def test_the_estimates_and_the_assessed_entropy_are_those_of_nist(name):
    text = (Path(FOLDER) / "cpp" / "selftest" / "refdata" / f"{name}.res").read_text(encoding="utf-8")
    bits = int(re.search(r"(\d)-bit-wide", text)[1])
    result = assess(np.fromfile(Path(FOLDER) / "bin" / f"{name}.bin", dtype=np.uint8), bits)
    published = float(re.search(r"Assessed min entropy: (\S+)", text)[1])
    assert published == pytest.approx(ASSESSED[name], abs=1.1e-6)
    assert result.entropy == pytest.approx(published, abs=TOLERANCE)

    lines = re.findall(r"(Bitstring|Literal) (.*?) Estimate: min entropy = (\S+)", text)
    estimates = {(of, NAMES[what]): float(value) for of, what, value in lines}
    ours = {("Literal", what): value for what, value in result.original.items()}
    ours |= {("Bitstring", what): value for what, value in result.bitstring.items()}
    assert len(ours) == len(lines)
    assert ours == pytest.approx(estimates, abs=TOLERANCE)
