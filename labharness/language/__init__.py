"""Words: the only place that turns reasons, numbers, dates and terms into sentences, for console, window and paper."""
