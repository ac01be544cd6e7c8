"""What checks of raw bits and bytes share."""
