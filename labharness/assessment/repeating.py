"""How anybody repeats a proof: a short program in Python that prints what was predicted, from the state on.

It is written from the facts of a result and from what the family declares, and imports nothing of ours.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from math import ceil
from typing import Any

from labharness.analysis.identification.additive import Additive
from labharness.analysis.identification.calls import (
    Call,
    FractionalCall,
    JoinedCall,
    MultipliedCall,
    PowerOrRemainderCall,
    QuotientCall,
    RemainderCall,
    SeededCall,
    SeedMapping,
    SignedRemainderCall,
    WordCall,
)
from labharness.analysis.identification.congruential import Affine, Congruential
from labharness.analysis.identification.decks import Arrangement, ArrangingCall, Loop, SearchedShuffle
from labharness.analysis.identification.generator import SHUFFLES, KnownGenerator, families
from labharness.analysis.identification.linear import ShiftRegister, Twister
from labharness.analysis.identification.seeds import SeededTwister
from labharness.model.reasons.game import Identifications
from labharness.reason import Reason

Lines = tuple[str, ...]
_LOOPS = {loop.value: loop for loop in Loop}
_NUMBER = re.compile(r"0x[0-9a-f]+|(?<=^seed )\d+$|(?<=at )\d+$")
_ANNOTATION = re.compile(r": list\[Any\]| -> Any")
_SEEDED = {
    SeedMapping.SCALED: "w() * n >> 32",
    SeedMapping.MODULO: "w() % n",
    SeedMapping.HALVED: "(w() >> 1) % n",
    SeedMapping.MASKED: "next(v for v in iter(lambda: w() % (1 << (n - 1).bit_length()), -1) if v < n)",
    SeedMapping.TOP: "next(v for v in iter(lambda: w() >> 32 - n.bit_length(), -1) if v < n)",
    SeedMapping.REAL: "int(((w() >> 5 << 26) + (w() >> 6)) / 2**53 * n)",
}


def repeating(details: Sequence[Reason]) -> Lines:
    """Return a program that prints the outcomes of a proof, or its orders; nothing without a proof, or for an engine not known here.

    Parameters
    ----------
    details
        Of the result of a check.
    """
    facts: dict[str, dict[str, Any]] = {line.code: dict(line.parameters) for line in details}
    proof, state = (facts.get(each.code) for each in (Identifications.PROVED, Identifications.STATE))
    if proof is None or state is None:
        return ()
    (way, *_), loop = proof["ways"], next((each["loop"] for each in facts.values() if "loop" in each), None)
    named, every = (way["generator"], way["call"]), (*families(), *families(SHUFFLES))
    uses = [(each, call) for each in every for call in each.calls if (each.name, call.name) == named]
    words = [_words(each, [int(word, 0) for word in _NUMBER.findall(state["state"])]) for each, _ in uses]
    if not uses:
        return ()
    bounds, count, call = state["ranges"], proof["predicted"] + proof["used"], uses[0][1]
    if isinstance(call, ArrangingCall):
        return (*words[0], *_times(count / len(bounds), (*_arranged(call, bounds[0]), "print(*cards)")))
    draw = _draw(call)
    if not (words[0] and draw):
        return ()
    between = (f"for _ in range({call.words * (way['stride'] - 1)}): w()",) if way["stride"] > 1 else ()
    imports = ("from numpy import float32",) if "float32" in draw else ()
    if loop is None:
        return (*imports, *words[0], f"n = {bounds[0]}", *_times(count, (f"print({draw})", *between)))
    cards = _exchanged(_LOOPS[loop.code.rpartition(".")[2]], bounds, draw, between)
    return (*imports, *words[0], *_times(count / len(bounds), (*cards, "print(*cards)")))


def _times(count: float, lines: Lines) -> Lines:
    return (f"for _ in range({ceil(count)}):", *_deeper(lines))


def _deeper(lines: Lines) -> Lines:
    return tuple(f"    {line}" for line in lines)


def _exchanged(loop: Loop, bounds: Sequence[int], draw: str, between: Lines) -> Lines:
    """Return the lines that shuffle cards as a loop does: for each place, from which place its card is."""
    exchange, cards = "cards[i], cards[j] = cards[j], cards[i]", max(bounds)
    if loop is Loop.IN_PAIRS:
        cards = 2 * len(bounds) + (bounds[0] > 2)
        drawn = (f"drawn = {draw}", *between, "for j in divmod(drawn, i + 2) if n > 2 else [drawn]:")
        turns = (
            "i = 1",
            f"for n in {list(bounds)}:",
            *_deeper(drawn),
            f"        {exchange}",
            "        i += 1",
        )
        return (f"cards = list(range({cards}))", *turns)
    turn, n, j = {
        Loop.FROM_THE_END: (f"range({cards - 1}, 0, -1)", "i + 1", draw),
        Loop.TO_THE_FIRST: (f"range({cards - 1}, -1, -1)", "i + 1", draw),
        Loop.GROWING: (f"range(1, {cards})", "i + 1", draw),
        Loop.FROM_THE_BEGINNING: (f"range({cards - 1})", f"{cards} - i", f"i + ({draw})"),
        Loop.TO_THE_LAST: (f"range({cards})", f"{cards} - i", f"i + ({draw})"),
    }[loop]
    steps = _deeper((f"n = {n}", f"j = {j}", *between, exchange))
    return (f"cards = list(range({cards}))", f"for i in {turn}:", *steps)


def _arranged(call: ArrangingCall, last: int) -> Lines:
    """Return the lines that order cards by keys, or by exchanges with any place."""
    word, begin = f"(w() >> {call.shift}) % (1 << {call.width})", f"cards = list(range({last}))"
    if call.arrangement is Arrangement.KEYS:
        return (begin, f"keys = [{word} for _ in cards]", "cards.sort(key=keys.__getitem__)")
    drawn = (
        f"{word} * {last} >> {call.width}" if call.arrangement is Arrangement.SWAPS else f"{word} % {last}"
    )
    return (
        begin,
        f"for i in range({last}):",
        f"    j = {drawn}",
        "    cards[i], cards[j] = cards[j], cards[i]",
    )


def _draw(call: Call) -> str:
    """Return how a call makes an outcome from 0 to n - 1 of the words that ``w()`` gives."""
    if isinstance(call, SeededCall):
        return _SEEDED[call.how]
    if not isinstance(call, WordCall):
        return ""
    taken, width = f"(w() >> {call.shift}) % (1 << {call.width})", call.width
    if isinstance(call, JoinedCall):
        low = f"(w() >> {call.low_shift}) % (1 << {call.low_width})"
        return f"int((({taken} << {call.low_width}) + {low}) / 2**{width + call.low_width} * n)"
    if isinstance(call, FractionalCall):
        divisor = call.divisor or 1 << width
        if call.single:
            return f"int(float32({taken}) / float32({divisor}) * float32(n))"
        share = f"{taken} * (1 / {divisor})" if call.reciprocal else f"{taken} / {divisor}"
        return f"int({share} * n)"
    span, less = getattr(call, "span", 0), f"({taken} - {call.least})" if call.least else taken
    return {
        MultipliedCall: f"{taken} * n >> {width}",
        QuotientCall: f"{less} // ({span} // n)",
        RemainderCall: f"{less} % n",
        PowerOrRemainderCall: f"{taken} % n if n & (n - 1) else {taken} * n >> {width}",
        SignedRemainderCall: f"(({taken} ^ 1 << {width - 1}) - (1 << {width - 1})) % n",
    }.get(type(call), "")


def _words(family: KnownGenerator, state: list[int]) -> Lines:
    """Return the definition of ``w()``, which gives word after word; nothing for an engine that is not known here."""
    lines: Lines = ()
    match family:
        case Congruential() | SearchedShuffle():
            lines = _congruential(family.recurrence, *state)
        case Additive(lags=(longer, shorter)):
            sign = "+" if family.sign > 0 else "-"
            following = f"    x.append((x[-{longer}] {sign} x[-{shorter}]) % {family.modulus})"
            lines = (f"x = {_typed(state[:longer])}", "def w():", following, "    return x.pop(0)")
        case SeededTwister(by_array=True):
            lines = ("import random", f"random.seed({state[0]})", "w = lambda: random.getrandbits(32)")
        case SeededTwister(twister=twister):
            following = f"{twister.factor} * (x[-1] ^ x[-1] >> {twister.width - 2}) + i"
            loop = f"for i in range(1, {twister.length}): x.append(({following}) % (1 << {twister.width}))"
            lines = (f"x = [{state[0]}]", loop, *_twisted(twister))
        case Twister():
            lines = (f"x = {_typed(state)}", *_twisted(family))
        case ShiftRegister():
            lines = _register(family, state)
    return lines


def _typed(state: list[int]) -> str:
    return f"[{', '.join(map(hex, state))}]"


def _congruential(recurrence: Affine, state: int) -> Lines:
    step = f"    x = ({recurrence.a} * x + {recurrence.c}) % {recurrence.modulus}"
    return (f"x = {state:#x}", "def w():", "    global x", step, "    return x")


def _twisted(twister: Twister) -> Lines:
    (u, d, s, b, t, c, last), size = twister.tempering, twister.length
    low = (1 << twister.split) - 1
    return (
        "def w():",
        f"    y = x[0] & ~{low:#x} | x[1] & {low:#x}",
        f"    x.append(x[{twister.middle}] ^ y >> 1 ^ y % 2 * {twister.twist:#x})",
        "    del x[0]",
        f"    y = x[{size - 1}]",
        f"    y ^= y >> {u} & {d:#x}",
        f"    y ^= y << {s} & {b:#x}",
        f"    y ^= y << {t} & {c:#x}",
        f"    return y ^ y >> {last}",
    )


def _register(family: ShiftRegister, state: list[int]) -> Lines:
    """Return the step as the family declares it; words of a cache are served from its end."""
    step = _ANNOTATION.sub("", inspect.getsource(family.advance)).rstrip().splitlines()
    names, name = family.advance.__code__.co_names, family.advance.__name__
    constants = [f"{each} = {value}" for each, value in family.advance.__globals__.items() if each in names]
    begin = (*constants, *step, f"state = {_typed(state[: family.length])}")
    if family.cache == 1:
        return (*begin, f"w = lambda: {name}(state)")
    skipped = f"for _ in range({state[-1]}): w()"
    block = f"    if not x: x.extend({name}(state) for _ in range({family.cache}))"
    return (*begin, "x = []", "def w():", block, "    return x.pop()", skipped)
