"""What earlier outcomes say about the next one: linear recurrences, lags, sums of lags, periods, and bets."""
