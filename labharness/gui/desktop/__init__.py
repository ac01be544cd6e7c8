"""Files for the desktop: the entry of its menu, what software centers show, and the icon."""
