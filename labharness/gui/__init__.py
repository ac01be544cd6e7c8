"""The window: it follows ledgers, calls the services of the product, and holds the only copy of nothing.

``shell`` is the window with its rail, addresses and the way back; ``rooms`` lists its pages; each room has a package of its own,
whose facts are plain data made apart from the views; ``kit`` has what they share.
"""
