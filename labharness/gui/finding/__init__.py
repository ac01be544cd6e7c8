"""What the search finds of each room: objects with their addresses, read on another thread."""
