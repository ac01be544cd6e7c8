"""Figures as vector drawings, one kind in each module: pure functions of plain data, sharp on paper.

Their words can be searched, none lies on another, and their colors keep apart in gray.
"""
