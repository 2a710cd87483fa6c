"""Helps you write agents for the Stoa marketplace.

    import stoa

    @stoa.agent(name="Summarizer", tags=["text"])
    def run(message: str) -> str:
        stoa.progress("Reading", 0.1)
        return stoa.model().complete(f"Summarize in one sentence: {message}")

On Stoa, this package is always available. It needs only Python. Elsewhere, `log` and `progress` print to stderr, and
`model` uses OPENAI_BASE_URL and OPENAI_API_KEY. `connector` and `run_agent` raise an error that says what to set.
`mcp` connects directly.
`memory` keeps values in the process, or in the file that STOA_MEMORY_FILE names.
"""

from ._agent import agent
from ._chat import ModelError
from ._connector import Connector, ConnectorError, Response, connector
from ._events import log, progress
from ._model import Model, model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._agent_call import AgentAnswer, AgentCallError, arun_agent, run_agent
    from ._file import File
    from ._mcp import McpResult, McpServer, McpTool, mcp
    from ._mcp_error import McpError
    from ._memory import memory
    from ._memory_stores import MemoryStoreError
else:

    def __getattr__(name):
        """Loads rarely used members on first use, because each run imports this package again."""
        if name in ("AgentAnswer", "AgentCallError", "arun_agent", "run_agent"):
            from . import _agent_call

            return getattr(_agent_call, name)
        if name == "File":
            from ._file import File

            return File
        if name in ("McpError", "McpResult", "McpServer", "McpTool", "mcp"):
            from . import _mcp

            return getattr(_mcp, name)
        if name in ("MemoryStoreError", "memory"):
            from . import _memory

            return getattr(_memory, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "AgentAnswer",
    "AgentCallError",
    "Connector",
    "ConnectorError",
    "File",
    "McpError",
    "McpResult",
    "McpServer",
    "McpTool",
    "MemoryStoreError",
    "Model",
    "ModelError",
    "Response",
    "agent",
    "arun_agent",
    "connector",
    "log",
    "mcp",
    "memory",
    "model",
    "progress",
    "run_agent",
]
__version__ = "0.1.0"
