"""Lists the frameworks that files declare as packages and whose objects run as agents. To add a framework, add a row
here and a file in this folder.

This module imports no framework, because uploads are inspected without them.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module

Follow = Callable[..., Awaitable[object]]


@dataclass(frozen=True)
class Runner:
    """A framework. `package` is what files import, `classes` are the classes of its agents, and `module` is the file in
    this folder whose `follow_agent` runs them.
    """

    title: str
    package: str
    classes: tuple[str, ...]
    module: str
    # Whether the first argument of a class is the model's name.
    takes_model_first: bool = False
    # The package that defines the classes, if it is not `package`.
    defined_in: str | None = None
    # Classes that files extend. The agent of such a file is an instance of the file's own class.
    bases: tuple[str, ...] = ()
    noun: str = "agent"
    # Whether `follow_agent` passes on the files of a message, and whether that requires an input named `message`.
    sees_images: bool = False
    needs_message: bool = True

    @property
    def term(self) -> str:
        """Returns the term that messages use for such an object, such as `LlamaIndex workflow`."""
        return f"{self.title} {self.noun}"

    def is_origin(self, origin: str) -> bool:
        """Returns whether an imported name, such as `agents.Agent`, is one of the classes, possibly with a type
        argument.
        """
        return self._is_one_of(self.classes, origin)

    def is_base(self, origin: str) -> bool:
        """Returns whether an imported name, such as `workflows.Workflow`, is a class that files extend."""
        return self._is_one_of(self.bases, origin)

    def _is_one_of(self, classes: tuple[str, ...], origin: str) -> bool:
        parts = origin.split(".")
        package = self.package.split(".")
        return parts[: len(package)] == package and parts[-1] in classes

    def is_instance(self, value: object) -> bool:
        loaded = sys.modules.get(self.defined_in or self.package)
        kinds = [getattr(loaded, name, None) for name in (*self.classes, *self.bases)]
        return any(isinstance(kind, type) and isinstance(value, kind) for kind in kinds)


RUNNERS = (
    Runner("OpenAI Agents SDK", "agents", ("Agent",), "openai_agents", sees_images=True),
    Runner("pydantic-ai", "pydantic_ai", ("Agent",), "pydantic_agents", takes_model_first=True, sees_images=True),
    Runner(
        "LlamaIndex",
        "llama_index.core",
        ("FunctionAgent", "ReActAgent", "CodeActAgent", "AgentWorkflow"),
        "llama_index_agents",
        defined_in="llama_index.core.agent.workflow",
        sees_images=True,
    ),
    # LlamaIndex's agents are also workflows, so these rows must come after the agents' rows.
    Runner(
        "LlamaIndex",
        "llama_index.core",
        (),
        "llama_index_workflows",
        defined_in="llama_index.core.workflow",
        bases=("Workflow",),
        noun="workflow",
    ),
    # The same class is also published in a separate package.
    Runner("LlamaIndex", "workflows", (), "llama_index_workflows", bases=("Workflow",), noun="workflow"),
    Runner(
        "Google ADK",
        "google.adk",
        ("Agent", "LlmAgent", "SequentialAgent", "ParallelAgent", "LoopAgent"),
        "google_adk_agents",
        defined_in="google.adk.agents",
        sees_images=True,
    ),
    Runner("CrewAI", "crewai", ("Crew", "Agent"), "crewai_crews", sees_images=True, needs_message=False),
    Runner("smolagents", "smolagents", ("CodeAgent", "ToolCallingAgent"), "smolagents_runs", sees_images=True),
)


def find_follow(value: object) -> Follow | None:
    """Returns the function that runs `value`, or None if it belongs to no framework in RUNNERS."""
    runner = next((item for item in RUNNERS if item.is_instance(value)), None)
    if runner is None:
        return None
    follow: Follow = import_module(f"{__package__}.{runner.module}").follow_agent
    return follow
