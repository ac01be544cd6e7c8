"""Runs that a test queues."""

from dataclasses import asdict

from labharness.acts import queue
from labharness.acts.declaring import Seat


def queued(space, order, bench="a", by=None, **wanted):
    """Queue runs of an order for a bench."""
    return queue.add(Seat(space, by), **asdict(order), bench=bench, **wanted)
