"""Ids of things that readers know by a title; whoever shows one knows the title."""

from __future__ import annotations


class Titled(str):
    """Id of such a thing, for example of a planned check."""

    __slots__ = ()


class CommandOption(Titled):
    """Name of an option of a command that a form has as a field: ``--level`` at a console, the title of its field in the window."""

    __slots__ = ()
