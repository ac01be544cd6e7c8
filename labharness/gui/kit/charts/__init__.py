"""Charts: a check's picture, the frame that every chart has, and how a plot looks."""
