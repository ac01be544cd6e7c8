"""Work that takes a while: on another thread, given up when its window goes."""
