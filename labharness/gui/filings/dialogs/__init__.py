"""Dialogs of the room of submissions: short acts that say what will follow."""
