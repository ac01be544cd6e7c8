"""labharness: certification test harness for devices under 58 Pa. Code § 461a.4."""

__version__ = "0.1.0"
