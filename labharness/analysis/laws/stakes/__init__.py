"""What single cards of a first round are worth to whom they are dealt."""
