"""What a page says in one place: its banner, a stamp, a chip, a cut title, the card of a bench."""
