"""Runs LangChain Classic's chains, such as LLMChain, and AgentExecutor."""

from __future__ import annotations

from collections.abc import Mapping

from langchain_classic.agents import AgentExecutor
from langchain_classic.agents.output_parsers.openai_functions import OpenAIFunctionsAgentOutputParser
from langchain_classic.agents.output_parsers.openai_tools import OpenAIToolsAgentOutputParser
from langchain_classic.agents.output_parsers.tools import ToolsAgentOutputParser
from langchain_classic.chains import LLMChain, SequentialChain, SimpleSequentialChain, StuffDocumentsChain
from langchain_classic.chains.base import Chain
from langchain_core.messages import BaseMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.runnables import Runnable

from ..answer import Answer
from .fields import answer_of, by_name
from .histories import make_config
from .langchain import input_schema, list_fields, tell_actions
from .messages import plain, text_of

Input = dict[str, object]

# Parsers of agents that call tools through their model's API: all of the model's text is for the caller. Other agents
# write down their thoughts and the tools that they choose.
_TOOL_PARSERS = (ToolsAgentOutputParser, OpenAIToolsAgentOutputParser, OpenAIFunctionsAgentOutputParser)
# Fields for an earlier conversation. A run has no earlier conversation, so they get an empty list.
_HISTORY = {"chat_history", "history"}
# The variables of an executor's prompt that the executor sets itself.
_OF_EXECUTOR = {"agent_scratchpad", "intermediate_steps"}
# The tag of the runs whose text is the chain's answer.
_TAG = "stoa:answer"
# The maximum nesting of chains. Real chains are a few levels deep, and a hostile chain can contain itself.
_DEEPEST = 20


def _executors_prompt(chain: Chain) -> Runnable[object, object] | None:
    """Returns the runnable that an executor calls with the caller's fields. It is needed because the executor's own
    `input_keys` are usually empty. Returns None for other chains."""
    return getattr(chain.agent, "runnable", None) if isinstance(chain, AgentExecutor) else None


def chain_input(chain: Chain, data: Input) -> Input:
    """Returns the fields that the chain is called with."""
    prompt = _executors_prompt(chain)
    if prompt is None:
        remembered = set() if chain.memory is None else set(chain.memory.memory_variables)
        names = [name for name in chain.input_keys if name not in remembered]
        lists = {name for name in names if name in _HISTORY}
    else:
        properties = input_schema(prompt).get("properties")
        properties = properties if isinstance(properties, dict) else {}
        names = [name for name in properties if name not in _OF_EXECUTOR]
        lists = list_fields(properties) - _OF_EXECUTOR
    fields = by_name(data, names, set(names) - lists)
    return {**{name: [] for name in lists}, **fields}


def _writes_answer(chain: Chain, depth: int = 0) -> LLMChain | None:
    """Returns the part of a chain whose model writes the chain's answer, or None if the chain computes its answer from
    the model's text."""
    if isinstance(chain, LLMChain):
        return chain if isinstance(chain.output_parser, (StrOutputParser, type(None))) else None
    inner: object = None
    if isinstance(chain, (SequentialChain, SimpleSequentialChain)):
        inner = chain.chains[-1] if len(chain.output_keys) == 1 else None
    elif isinstance(chain, StuffDocumentsChain):
        inner = chain.llm_chain
    else:
        # These are the attributes of RetrievalQA and ConversationalRetrievalChain.
        inner = getattr(chain, "combine_documents_chain", None) or getattr(chain, "combine_docs_chain", None)
    return _writes_answer(inner, depth + 1) if isinstance(inner, Chain) and depth < _DEEPEST else None


def _is_tool_caller(chain: Chain) -> bool:
    prompt = _executors_prompt(chain)
    return isinstance(getattr(prompt, "last", None), _TOOL_PARSERS)


class _Following:
    """Follows the events of one run of a chain."""

    def __init__(self, chain: Chain, answer: Answer) -> None:
        self._answer = answer
        self._is_executor = _is_tool_caller(chain)
        writer = _writes_answer(chain)
        if writer is not None:
            writer.tags = [*(writer.tags or []), _TAG]
        self._root: object = None
        self._writers: set[object] = set()
        self._tools: set[object] = set()
        self._streaming: object = None
        self.output: object = None

    def handle(self, event: Mapping[str, object]) -> None:
        kind, run = event["event"], event["run_id"]
        data = event["data"] if isinstance(event["data"], Mapping) else {}
        if self._root is None:
            self._root = run
        if kind == "on_chain_start" and _TAG in (event.get("tags") or []):  # type: ignore[operator]
            self._writers.add(run)
        elif kind == "on_tool_start":
            self._tools.add(run)
        elif kind in ("on_chat_model_stream", "on_llm_stream"):
            self._add(run, set(event.get("parent_ids") or []), data.get("chunk"))  # type: ignore[call-overload]
        elif run == self._root and kind == "on_chain_stream" and isinstance(data.get("chunk"), dict):
            tell_actions(self._answer, data["chunk"])
        elif run == self._root and kind == "on_chain_end":
            self.output = data.get("output")

    def _add(self, run: object, parents: set[object], chunk: object) -> None:
        is_answer = bool(parents & self._writers) or (self._is_executor and not parents & self._tools)
        text = text_of(chunk) if isinstance(chunk, BaseMessage) else getattr(chunk, "text", "")
        if not is_answer or not isinstance(text, str) or not text:
            return
        if self._streaming not in (None, run):
            self._answer.add("\n\n")
        self._streaming = run
        self._answer.add(text)


async def follow_chain(chain: Chain, data: Input, answer: Answer) -> object:
    """Runs a chain or an agent executor and returns its answer. Streams the text of its last model. An executor's
    actions become steps.
    """
    given = chain_input(chain, data)
    following = _Following(chain, answer)
    async for event in chain.astream_events(given, make_config(answer.memory), version="v2"):
        following.handle(event)
    output = following.output
    if not isinstance(output, Mapping):
        return plain(output)
    # An executor also returns the messages of its steps, and a memory returns what it stored before.
    keys = ["output"] if isinstance(chain, AgentExecutor) else chain.output_keys
    named = {name: output[name] for name in keys if name in output}
    return plain(answer_of(named or output, given))
