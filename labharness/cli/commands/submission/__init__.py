"""The submission register: entries, files and changes."""
