"""Runs and checks an agent's file on a developer's own machine, in the way that Stoa does."""
