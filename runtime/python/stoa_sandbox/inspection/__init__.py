"""Looks at a Python file by its syntax tree alone: nothing in it is executed."""
