"""Forms of whatever has fields: rows, editors, forms, drafts, and the dialog of an act."""
