"""Made-up runs, submissions and nights, and the pictures that are taken of them."""
