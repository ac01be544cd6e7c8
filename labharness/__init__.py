"""labharness: certification test harness for devices under 58 Pa. Code § 461a.4."""

import os

# Threads of the linear algebra share sums among the cores: their last digits would depend on the number of cores, and
# waiting for each other costs up to fifty times the work itself.  NumPy reads this when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
FILES_SHA256 = "labharness_sha256"
"""Name, among versions on record, of the hash over the program's own files."""
