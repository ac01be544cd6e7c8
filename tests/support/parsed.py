"""Syntax trees of source text, each made once in a process from text; nobody changes them."""

import ast
from functools import cache

parsed = cache(ast.parse)
