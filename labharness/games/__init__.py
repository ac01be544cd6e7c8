"""The Board's games as data: permitted sets of cards, dealing, starting positions."""
