"""Runs: starting, the index, evaluation again, comparison and reports; files of data judged alike."""
