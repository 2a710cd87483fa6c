"""The part of the Python runtime that runs inside the bubblewrap sandbox.

Two processes share it. The monitor (`monitor.py`) is ours: it builds the inner wall, forwards the gateway, keeps the
limits and alone says how the run ended. The agent process (`agent_process.py`) runs the developer's code: everything
that it writes is payload. `cold.py` starts one monitor per sandbox; a warm parent may call `monitor.supervise` in a
fork instead. Imports are few on purpose: a cold run's latency is mostly the start of Python.
"""
