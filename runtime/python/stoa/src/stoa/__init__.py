"""Write agents for the Stoa marketplace.

    import stoa

    @stoa.agent(name="Summarizer", tags=["text"])
    def run(message: str) -> str:
        stoa.progress("Reading", 0.1)
        return stoa.model().complete(f"Summarize in one sentence: {message}")

On Stoa the package is always there; it needs nothing but Python. Elsewhere `log` and `progress` print to stderr, and
`model` uses OPENAI_BASE_URL and OPENAI_API_KEY; `connector` and `run_agent` say what they need.
"""

from ._agent import agent
from ._agent_call import AgentAnswer, AgentCallError, arun_agent, run_agent
from ._chat import ModelError
from ._connector import Connector, ConnectorError, Response, connector
from ._events import log, progress
from ._model import Model, model

__all__ = [
    "AgentAnswer",
    "AgentCallError",
    "Connector",
    "ConnectorError",
    "Model",
    "ModelError",
    "Response",
    "agent",
    "arun_agent",
    "connector",
    "log",
    "model",
    "progress",
    "run_agent",
]
__version__ = "0.1.0"
