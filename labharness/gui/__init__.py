"""The window: it follows a run's ledger and puts commands into its inbox, nothing else.

Everything that decides or counts is plain Python (``attachment``, ``live_counts``, ``standing``,
``sentences``, ``glance``); the views are widgets that are handed plain data; ``main_window`` joins them.
"""
