"""Analyzes a Python file by its syntax tree alone. It executes nothing of the file."""
