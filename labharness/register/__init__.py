"""The submission register: what is on record now, and the chain of every change that led there."""
