"""Reads and creates the archives of agents with several files, in the form that Stoa's server reads
(server/src/modules/catalog/upload/archive).

The cases in runtime/protocol/archive-cases.json test both implementations.
"""
