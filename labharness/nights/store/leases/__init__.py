"""Leases on devices, in the database of a queue that several computers share, with tables and revisions of their own."""
