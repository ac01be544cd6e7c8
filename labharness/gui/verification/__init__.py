"""What a verification shows, of a report of the workspace or of what came from elsewhere."""
