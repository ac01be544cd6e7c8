"""What a test does with a submission."""

from labharness.acts import submission as acts
from labharness.acts.declaring import Seat


def take_in(space, folder, by, why):
    """Import a folder; returns what was changed."""
    return Seat(space, by).do(acts.import_, folder, why=why).changes


def give_out(space, name, folder):
    """Export a submission."""
    return Seat(space).do(acts.export, name, folder)[0]


def attach(space, name, entry, file, by):
    """Attach a file to an entry."""
    return Seat(space, by).do(acts.attach, name, entry, file)[1]
