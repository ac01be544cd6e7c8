"""The workspace: its folder, settings, register and queue, and files that change together with them."""
