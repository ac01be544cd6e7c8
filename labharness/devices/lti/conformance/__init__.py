"""Proves that a device speaks the Lab Test Interface: a step for every numbered rule of the document."""
