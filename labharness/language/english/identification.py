"""Sentences about the generator that made outcomes."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.identification import Identifications
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Identifications.PROVED: (
        "All {predicted} outcomes after outcome {after} were predicted by {generator}, {call}, one outcome per "
        "{stride} {stride:call|calls}. Whoever sees {used} outcomes in a row can name every later one."
    ),
    Identifications.STATE: (
        "Its state before outcome {first} is {state}. The outcomes predicted are {bits} bits of proof."
    ),
    Identifications.ALSO: "{generator}, {call}, predicts the same outcomes from the same state.",
    Identifications.RECIPE_CONGRUENTIAL: (
        "To repeat it: begin with x = {state}. Replace x by ({multiplier} x + {increment}) modulo {modulus}, once for the first outcome "
        "and {steps} {steps:time|times} for each later one. Bits {low} to {high} of x, bit 0 the lowest, are the word from which "
        "{call} makes the outcome, from 0 to n - 1."
    ),
    Identifications.RECIPE_LINEAR: (
        "To repeat it: load these {words} {words:word|words} as the state of {generator} ({source}). Take the outcomes, from 0 to n - 1, "
        "by {call}; the next outcome begins {step} {step:word|words} later."
    ),
    Identifications.RECIPE_SEED: (
        "To repeat it: seed {generator} ({source}) with {seed} and take the outcomes, from 0 to n - 1, by {call}."
    ),
    Identifications.NONE: (
        "Not one of the {generators} named {generators:generator|generators} in the {ways} stated {ways:way|ways} of use made these "
        "outcomes. This says nothing about any other generator, and nothing about one that discards outcomes between draws."
    ),
    Identifications.BROKEN: (
        "Outcomes {start} to {stop} were predicted by {generator}, {call}, one outcome per {stride} {stride:call|calls}, but {wrong} of "
        "{outcomes} {outcomes:outcome|outcomes} were not: the nearest break is at outcome {place}. That proves no generator of the sample; repeat it "
        "with a capture without a break."
    ),
    Identifications.COUNTING_LAW: (
        "Counting; a fair source is predicted for {bits} bits beyond those used with a probability below 2^-60, all trials together."
    ),
    Identifications.STRETCH: (
        "Outcomes {first} to {last} of {recorded} were searched, the longest of {stretches} stretches without a gap, a restart or an outcome "
        "out of range."
    ),
    Identifications.READING: "The bytes were read as follows: {reading:clause}.",
    Identifications.BYTES: "One outcome a byte.",
    Identifications.WORDS: "Words of {bits} bits, {first:clause}.",
    Identifications.BITS: "One outcome a bit, {first:clause}.",
    Identifications.LOW_FIRST: "The lowest first.",
    Identifications.HIGH_FIRST: "The highest first.",
    Identifications.LEFT_SHORT: (
        "Too few outcomes in a row for {ways} {ways:way|ways} of use of {generators}: the least of them needs {needed}, {recorded} were "
        "recorded."
    ),
    Identifications.LEFT_LATE: (
        "Not tried by the default effort: {ways} {ways:way|ways} of use of {generators}, together about {seconds:figure} s."
    ),
    Identifications.LEFT_FAR: (
        "Out of reach from these outcomes: {ways} {ways:way|ways} of use of {generators}."
    ),
    Identifications.NOTHING_TRIED: (
        "Not computed: {needed} outcomes in a row are needed at least, {recorded} were recorded."
    ),
    Identifications.NOTHING_IN_REACH: (
        "Not computed: no named generator is in reach from draws with {outcomes} {outcomes:possible outcome|possible outcomes}."
    ),
    Identifications.TOO_FEW: (
        "{generator}, {call}, was not tried: {needed} outcomes in a row are needed, {recorded} were recorded."
    ),
    Identifications.NOT_IN_TIME: (
        "{generator}, {call}, one outcome per {stride} {stride:call|calls}, was not tried: it takes about {seconds:figure} s."
    ),
    Identifications.OUT_OF_REACH: (
        "{generator}, {call}, was not tried: its state is out of reach from draws with {outcomes} possible outcomes."
    ),
    Identifications.REDUCTION_STOPPED: (
        "The reduction of a lattice of {dimensions} dimensions was stopped, so a way of use remains untried."
    ),
    Identifications.SEVERAL_BOUNDS: "{generator}, {call}, was not tried: the draws have several ranges.",
    Identifications.CONSISTENT_TOO_FEW: (
        "{generator}, {call}: a state fits the outcomes, but they determine {rank} of its {unknowns} bits only. This proves nothing; "
        "record more outcomes."
    ),
    Identifications.IDENTIFIED_HERE: (
        "The declared generator, {generator}, is identified here: {needed} units in a row prove it, and the stage {stage} records "
        "{recorded}."
    ),
    Identifications.REVIEW_THE_SOURCE: (
        "The declared generator, {generator}, is not identifiable from outcomes: review the source."
    ),
    Identifications.RECURRENCE: (
        "Not computed: {outcomes} steps in turn agree with the recurrence of {generator}, {call}: each outcome follows, but for its last "
        "unit, from those {shorter} and {longer} places before it. Chance does that with a probability of 2 to the power -{bits}. It shows "
        "the recurrence and not the state, so it proves no generator; {needed} outcomes in a row would give the state."
    ),
}
