"""Reads and creates archives of agents with several files, like Stoa's server
(server/src/modules/catalog/upload/archive).

The cases in runtime/protocol/archive-cases.json test both implementations.
"""
