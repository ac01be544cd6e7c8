"""What goes on in a workspace, and what needs a person, at a glance; all of it is derived from what is on record."""
