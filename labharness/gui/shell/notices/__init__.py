"""What needs a person, derived from the state: the list behind the bell, and what is announced outside the window."""
