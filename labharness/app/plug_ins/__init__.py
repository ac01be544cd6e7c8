"""Plug-ins: checks, adapters, sections, plans and layouts, found by folder and by entry point, and hashed."""
