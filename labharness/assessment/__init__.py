"""Judging a submission: runs, findings and entries against the clauses of the regulation, to a conclusion."""
