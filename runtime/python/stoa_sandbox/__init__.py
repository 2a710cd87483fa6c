"""The part of the Python runtime that runs inside the bubblewrap sandbox.

It consists of two processes. The monitor (`monitor.py`) is ours: it builds the inner sandbox, forwards connections to
the gateway, enforces the limits and is the only process that reports how the run ended. The agent process
(`agent_process.py`) runs the developer's code, so everything that it writes is untrusted payload. `cold.py` starts one
monitor per sandbox; a warm parent calls `monitor.supervise` in a fork instead. There are few imports on purpose,
because starting Python takes most of the latency of a cold run.
"""
