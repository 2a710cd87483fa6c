"""Runs and checks an agent's file on a developer's own machine, as Stoa does."""
