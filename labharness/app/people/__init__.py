"""Keys, the laboratory's authority, signatures and the certificates that a workspace trusts."""
