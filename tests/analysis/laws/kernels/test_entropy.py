"""The kernels of the entropy estimates against plain readings of the standard's steps."""

import itertools
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.analysis.laws.entropy.bit_estimates import BLOCK, repeats, suffix_order
from labharness.analysis.laws.kernels.entropy import contexts as entropy_contexts
from labharness.analysis.laws.kernels.entropy import contexts as entropy_dictionaries
from labharness.analysis.laws.kernels.entropy import predictors as entropy_predictors
from labharness.analysis.laws.kernels.entropy import predictors as entropy_waits
from labharness.analysis.laws.kernels.entropy import suffixes  # noqa: F401  compiled before the clock of a test runs
from labharness.analysis.laws.kernels.entropy import suffixes as entropy_order


def texts(size, number=12, longest=400):
    """Even, uneven, periodic and stuck texts."""
    random = np.random.default_rng(4614)
    for k in range(number):
        length = int(random.integers(20, longest))
        text = random.integers(0, size, length).astype(np.uint8)
        if k % 4 == 1:
            text = np.minimum(text, random.integers(0, size, length)).astype(np.uint8)
        if k % 4 == 2:
            text = np.resize(text[: length // 7 + 1], length)
            text[length // 2] = 0
        if k % 4 == 3 and k > 8:
            text[:] = 1
        yield text


def scored(predictions, symbols):
    """Right predictions and the longest run of them; predictions are None where there is none."""
    correct = run = longest = 0
    for guess, symbol in zip(predictions, symbols, strict=True):
        run = run + 1 if guess == symbol else 0
        correct += guess == symbol
        longest = max(longest, run)
    return correct, longest


def best_of(predictors, symbols, first):
    """What the scoreboard of several predictors makes of a text: a predictor is a function of the place."""
    score, winner, result = [0] * len(predictors), 0, []
    for place in range(first, len(symbols)):
        guesses = [predictor(place) for predictor in predictors]
        result.append(guesses[winner])
        for k, guess in enumerate(guesses):
            if guess == symbols[place]:
                score[k] += 1
                if score[k] >= score[winner]:
                    winner = k
    return scored(result, symbols[first:])


@pytest.mark.parametrize("size", [2, 3, 200])
def test_repeats_are_those_of_counting_every_stretch(size):
    width = (size - 1).bit_length()
    for text in texts(size, longest=150):
        result, data = repeats(text, width), text.tobytes()
        for length in range(1, len(data) + 1):
            counts = Counter(data[k : k + length] for k in range(len(data) - length + 1))
            pairs = sum(n * (n - 1) // 2 for n in counts.values())
            if length <= result.longest:
                assert (result.most[length], result.pairs[length]) == (max(counts.values()), pairs)
            else:
                assert pairs == 0


@pytest.mark.parametrize("size", [2, 5, 256])
def test_most_common_in_window(size):
    windows = (3, 9, 21)
    for text in texts(size):
        values = text.tolist()

        def common(width, values=values):
            def predict(place):
                if place < width:
                    return None
                last = values[place - width : place]
                counts, latest = Counter(last), {value: k for k, value in enumerate(last)}
                return max(counts, key=lambda value: (counts[value], latest[value]))

            return predict

        expected = best_of([common(width) for width in windows], values, windows[0])
        lengths = np.array(windows)
        assert entropy_predictors.most_common_in_window(text, size, lengths) == expected
        if size == 2:
            assert entropy_predictors.most_common_bit_in_window(text, lengths) == expected


@pytest.mark.parametrize("size", [2, 5])
def test_lags(size):
    for text in texts(size):
        values = text.tolist()
        predictors = [
            lambda place, lag=lag, values=values: values[place - lag] if place >= lag else None
            for lag in range(1, 17)
        ]
        assert entropy_predictors.lags(text, 16) == best_of(predictors, values, 1)


def plain_markov(values, deepest, entries):  # noqa: C901  step by step as printed
    """§ 6.3.9 step by step: models are extended by what ends before the place, then predict it."""
    models = [defaultdict(Counter) for _ in range(deepest)]
    held, score, winner, result = [0] * deepest, [0] * deepest, 0, []
    for place in range(2, len(values)):
        for d in range(1, deepest + 1):
            if place - 1 - d >= 0:
                context, after = tuple(values[place - 1 - d : place - 1]), values[place - 1]
                model = models[d - 1]
                if context in model and after in model[context]:
                    model[context][after] += 1
                elif held[d - 1] < entries:
                    model[context][after] = 1
                    held[d - 1] += 1
        guesses, known = [], True
        for d in range(1, deepest + 1):
            model, context = models[d - 1], tuple(values[max(0, place - d) : place])
            known = known and place >= d and context in model
            guesses.append(max(model[context], key=lambda y: (model[context][y], y)) if known else None)
        result.append((guesses[winner], values[place]) if guesses[winner] is not None else None)
        for d, guess in enumerate(guesses):
            if guess == values[place]:
                score[d] += 1
                if score[d] >= score[winner]:
                    winner = d
    # Where the best model makes no prediction, the run goes on, as in NIST's program.
    correct = run = longest = 0
    for each in result:
        if each is not None:
            run = run + 1 if each[0] == each[1] else 0
            correct += each[0] == each[1]
            longest = max(longest, run)
    return correct, longest


def plain_dictionary(values, deepest, entries):
    """§ 6.3.10 step by step."""
    kept, result = {}, []
    for place in range(deepest + 1, len(values)):
        for d in range(deepest, 0, -1):
            context, after = tuple(values[place - 1 - d : place - 1]), values[place - 1]
            if context not in kept and len(kept) < entries:
                kept[context] = Counter()
            if context in kept:
                kept[context][after] += 1
        guess, most = None, 0
        for d in range(deepest, 0, -1):
            counts = kept.get(tuple(values[place - d : place]))
            if counts:
                y = max(counts, key=lambda y: (counts[y], y))
                if counts[y] > most:
                    guess, most = y, counts[y]
        result.append(guess)
    return scored(result, values[deepest + 1 :])


@pytest.mark.parametrize("entries", [20, 30, 100_000])
@pytest.mark.parametrize("size", [2, 5])
def test_markov_models_and_dictionaries(size, entries):
    for text in texts(size):
        models = plain_markov(text.tolist(), 6, entries), plain_dictionary(text.tolist(), 6, entries)
        words = entropy_dictionaries.dictionary(text, size, 6, entries)
        assert (entropy_dictionaries.markov(text, 6, entries), words) == models
        if size == 2:
            words = entropy_contexts.dictionary_bits(text, 6, entries)
            assert (entropy_contexts.markov_bits(text, 6, entries), words) == models


def test_collisions_and_returns_of_bits():
    for text in texts(2):
        values, waits, place = text.tolist(), [], 0
        while place + 1 < len(values):
            wait = 2 if values[place] == values[place + 1] else 3
            if place + wait > len(values):
                break
            waits.append(wait)
            place += wait
        assert entropy_waits.collisions(text) == (waits.count(2), waits.count(3))
        blocks = [tuple(values[k : k + BLOCK]) for k in range(0, len(values) - BLOCK + 1, BLOCK)]
        last, logs = {}, []
        for number, block in enumerate(blocks, 1):
            if number > 2:
                logs.append(np.log2(number - last.get(block, 0)))
            last[block] = number
        total, squares = entropy_waits.returns(text, BLOCK, 2)
        assert total == pytest.approx(sum(logs), rel=1e-12)
        assert squares == pytest.approx(sum(x * x for x in logs), rel=1e-12)


def lengths_of_runs(values):
    ends = [k for k in range(1, len(values)) if values[k] != values[k - 1]]
    return np.diff([0, *ends, len(values)]).tolist()


@pytest.mark.parametrize("size", [2, 7, 256])
def test_statistics_of_order(size):
    for text in texts(size):
        values, n = text.tolist(), len(text)
        sums = np.cumsum(values)
        assert entropy_order.excursion(text) == max(
            abs(int(s) * n - k * sum(values)) for k, s in enumerate(sums, 1)
        )
        rises = [a <= b for a, b in itertools.pairwise(values)]
        runs = lengths_of_runs(rises)
        up = sum(rises)
        assert entropy_order.directional_runs(text) == (len(runs), max(runs), max(up, n - 1 - up))
        doubled = round(2 * float(np.median(text)))
        runs = lengths_of_runs([2 * value >= doubled for value in values])
        assert entropy_order.median_runs(text, doubled) == (len(runs), max(runs))
        taken, seen = [], []
        for value in values:
            seen.append(value)
            if len(set(seen)) < len(seen):
                taken.append(len(seen))
                seen = []
        assert entropy_order.collisions(text) == (len(taken), sum(taken), max(taken, default=0))
        pairs = list(zip(values, values[8:], strict=False))
        assert entropy_order.lagged(text, 8) == (sum(a == b for a, b in pairs), sum(a * b for a, b in pairs))
        assert entropy_order.decimals(text).tobytes() == " ".join(map(str, values)).encode()


def agrees(values, letters):
    order = suffix_order(np.array(values, dtype=np.int32), letters)
    return order.tolist() == sorted(range(len(values)), key=lambda start: values[start:])


@given(st.integers(1, 4).flatmap(lambda letters: st.lists(st.integers(0, letters - 1), max_size=80)))
def test_any_text(values):
    assert agrees(values, 4)


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=7),
    st.integers(1, 25),
    st.lists(st.integers(0, 3), max_size=3),
)
def test_periodic_texts(period, times, end):
    assert agrees(period * times + end, 4)


@pytest.mark.parametrize("letters", [1, 2, 256])
def test_longer_texts(letters):
    random = np.random.default_rng(461)
    assert agrees(random.integers(0, letters, 2000).tolist(), letters)
    assert agrees(np.sort(random.integers(0, letters, 700)).tolist(), letters)
    assert agrees(np.sort(random.integers(0, letters, 700))[::-1].tolist(), letters)


def test_words_of_fibonacci():
    first, second = [0], [0, 1]
    while len(second) < 1500:
        first, second = second, second + first
    assert agrees(second, 2)
