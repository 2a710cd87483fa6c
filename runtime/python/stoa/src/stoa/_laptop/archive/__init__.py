"""Agents of several files: reads and makes archives as Stoa's server reads them (server/src/modules/catalog/upload/archive).

The cases in runtime/protocol/archive-cases.json test both.
"""
