"""Counts of calls, taken by the interpreter's own profiler: nothing of the product is replaced."""

import cProfile
import pstats


def calls_in(act, *functions):
    """Return how often each function was called while ``act`` ran, in this thread."""
    profile = cProfile.Profile()
    profile.runcall(act)
    seen = pstats.Stats(profile).stats
    places = [(each.__code__.co_filename, each.__code__.co_firstlineno, each.__name__) for each in functions]
    return tuple(seen[place][1] if place in seen else 0 for place in places)
