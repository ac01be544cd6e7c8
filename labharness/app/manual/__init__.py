"""The manual: made of docs/ as pages for a browser without a network, packed with the program, and searched."""
