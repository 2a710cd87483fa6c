"""Analyzes a Python file by its syntax tree alone, without executing any of its code."""
