"""Real implementations of the known generators, beside this file: one program each, compiled once a session.

A program answers each line ``way bound seed skipped stride count`` by a line of outcomes: those after a seed without the first ones,
then every so many calls.
"""
