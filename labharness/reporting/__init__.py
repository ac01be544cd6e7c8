"""Reports: what a section is, and how sections become one PDF."""
