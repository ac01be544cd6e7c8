"""The main window: its rail of rooms, the page shown, addresses, and the way back."""
