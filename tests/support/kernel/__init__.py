"""A guest with Debian's own kernel, for the tests of ``make kernel``."""
