"""Exact laws, null laws, intervals and the compiled loops that count for them."""
