"""The room of plans: all plans as a table, one as prose, two beside each other, and the editor of a copy."""
