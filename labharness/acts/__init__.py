"""Acts: what people can do with the product, each declared once; a module is a group of commands, found by its name."""
