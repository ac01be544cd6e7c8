"""Judgments that tests of the layers above repeat: the same check makes of the same tally what it made of it before.

Tests of runs, reports, nights and windows judge a few small samples thousands of times. A process judges each once; a result holds for
the very function that gave it, the parameters of the check, every byte of its tally, its population, and the search of known generators
that is in force. Where the judgment itself is tested, or the time it takes, a module says ``JUDGES_ANEW = True``.
"""

import pickle
from contextlib import contextmanager
from hashlib import sha256

import pytest

from labharness.analysis.identification import search
from labharness.analysis.sampling import evaluation
from labharness.model.reasons.conduct import Doing

RESULTS = {}


@contextmanager
def judged_once():
    """Let this process judge a tally once; what other processes judge, they judge."""
    judged = evaluation.judged

    def remembered(checks, tallies, populations, on_step, others):
        if others is not None:
            return judged(checks, tallies, populations, on_step, others)
        results = {}
        for name, check in checks.items():
            given = vars(check), tallies[name], populations[name]
            key = type(check).judge, search.problems, sha256(pickle.dumps(given)).digest()
            if key in RESULTS:
                on_step(Doing.JUDGING(what=name))
                del tallies[name]
            else:
                RESULTS[key] = judged({name: check}, tallies, populations, on_step, None)[name]
            results[name] = RESULTS[key]
        return results

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluation, "judged", remembered)
        yield
