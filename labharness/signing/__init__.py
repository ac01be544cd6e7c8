"""Keys, signatures and their verification."""
