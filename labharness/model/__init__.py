"""The words of the trade as frozen values, without any input or output."""
