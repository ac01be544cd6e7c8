"""The clauses of the regulation: what each asks, and by what it is answered."""
