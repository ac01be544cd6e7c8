"""Sentences about the generator that made outcomes."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.identification import Identifications
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Identifications.TOO_FEW: (
        "{generator}, {call}, was not tried: {needed} outcomes in a row are needed, {recorded} were recorded."
    ),
    Identifications.NOT_IN_TIME: (
        "{generator}, {call}, every {stride} {stride:call|calls}, was not tried: it takes about {seconds:figure} s."
    ),
    Identifications.OUT_OF_REACH: (
        "{generator}, {call}, was not tried: its state is out of reach from draws with {outcomes} possible outcomes."
    ),
    Identifications.REDUCTION_STOPPED: "The reduction of a lattice of {dimensions} dimensions was stopped, so a way of use remains untried.",
    Identifications.SEVERAL_BOUNDS: "{generator}, {call}, was not tried: the draws have several ranges.",
}
