"""What manufacturers file: the entries of a submission and the register that keeps them."""
