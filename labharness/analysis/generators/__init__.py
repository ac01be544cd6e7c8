"""Generators known by name: one file a family, found by folder.

A file holds ``GENERATOR``, an instance of an engine of :mod:`labharness.analysis.identification`. A name of a file that begins with
an underscore is not a family.
"""
