"""Published numbers by subject: each module holds ``REFERENCES``, a tuple of Reference; found by folder."""
