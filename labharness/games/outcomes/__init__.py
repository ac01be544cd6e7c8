"""What the rules of a game say about dealt cards, dice and tiles, and how often fair ones do it, exactly."""
