"""Reports are built, listed, signed, verified, and drawn again from what they rest on."""
