"""The room Help: the manual without a network, its search, the glossary, and what this program is made of."""
