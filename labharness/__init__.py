"""labharness: certification test harness for devices under 58 Pa. Code § 461a.4."""

__version__ = "0.1.0"
FILES_SHA256 = "labharness_sha256"
"""Name, among versions on record, of the hash over the program's own files."""
