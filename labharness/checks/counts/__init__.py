"""Checks that count violations in decks, rounds and deals."""
