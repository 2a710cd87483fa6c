"""Runs LangGraph's compiled graphs, and the agents that LangChain builds on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, get_args, get_origin, get_type_hints

from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage
from langgraph.errors import GraphRecursionError
from langgraph.pregel import Pregel
from langgraph.types import Interrupt
from pydantic import PydanticUserError, TypeAdapter

from ..answer import Answer
from ..memory import Memory
from ..message_files import Image, content_of, text_of_content
from ..values import AnswerError
from . import questions
from .fields import MESSAGES, answer_of, by_name, message_of
from .histories import make_config
from .langchain import runnable_input
from .messages import as_text, plain, emit_message, text_of

if TYPE_CHECKING:
    from .threads import Thread

Input = dict[str, object]
_STRUCTURED = "structured_response"


def _hints(schema: object) -> dict[str, object]:
    try:
        return get_type_hints(schema)
    except (NameError, TypeError):
        return dict(getattr(schema, "__annotations__", {}))


def _holds_texts(hint: object) -> bool:
    """Returns whether the conversation is a list of plain strings: list[str]."""
    return get_origin(hint) is list and get_args(hint) == (str,)


def graph_input(
    graph: Pregel, data: Input, earlier: Sequence[Mapping[str, object]] = (), images: Sequence[Image] = ()
) -> object:
    """Returns the state that a run starts with. `earlier` are the messages of the conversation so far, and `images` are
    those of the new message.
    """
    builder = getattr(graph, "builder", None)
    schema = getattr(builder, "input_schema", None)
    if schema is None:
        # This is LangGraph's @entrypoint, a function with one argument.
        return runnable_input(graph, data)
    hints = _hints(schema)
    if not hints:
        # StateGraph(dict) accepts every field that its nodes read.
        return dict(data)
    if MESSAGES not in hints:
        return by_name(data, list(hints), [name for name, hint in hints.items() if hint is not bool])
    state = {name: data[name] for name in hints if name in data}
    if not isinstance(state.get(MESSAGES), list):
        messages = [*earlier, {"role": "user", "content": content_of(message_of(data), images)}]
        state[MESSAGES] = [text_of_content(item["content"]) for item in messages] if _holds_texts(hints[MESSAGES]) else messages
    return state


def graph_context(graph: Pregel, data: Input, own: object = None) -> object:
    """Returns the context of a run. It consists of the input fields that the graph's context schema names, and of
    `own`, the context that the file itself passes. Returns `own` if the graph has no schema. Raises ValidationError if
    a value does not match the schema.
    """
    schema = getattr(graph, "context_schema", None)
    if not isinstance(schema, type):
        return own
    names = list(_hints(schema))
    ready = own if isinstance(own, Mapping) else {name: getattr(own, name) for name in names if hasattr(own, name)}
    given = {**ready, **{name: data[name] for name in names if data.get(name) is not None}}
    try:
        adapter = TypeAdapter(schema)
    except PydanticUserError:
        # The type of a field is a class that pydantic does not know. Such a field has a default.
        return given
    # The validation also converts strings from a form to enumerations and dates.
    return adapter.validate_python(given)


def _speakers(graph: Pregel, talks: bool) -> set[str]:
    """Returns the nodes whose text can be the answer: the nodes after which the graph can end or, if it has no
    conversation, always ends.
    """
    ways: dict[str, set[str]] = {}
    for edge in graph.get_graph().edges:
        ways.setdefault(edge.source, set()).add(edge.target)
    return {node for node, targets in ways.items() if "__end__" in targets and (talks or len(targets) == 1)}


class _Following:
    """Follows one run of a graph: its messages so far, and the text that is held back because it could be the answer.
    """

    def __init__(self, graph: Pregel, answer: Answer) -> None:
        self._answer = answer
        self.talks = MESSAGES in graph.channels
        self._speakers = _speakers(graph, self.talks)
        self.given: list[object] | None = None
        self._streaming: str | None = None
        self._held: list[tuple[str, object]] = []
        self._told: set[str] = set()

    def token(self, chunk: BaseMessage, metadata: Mapping[str, object]) -> None:
        outermost = str(metadata.get("langgraph_checkpoint_ns", "")).split(":", 1)[0]
        if not isinstance(chunk, AIMessageChunk) or outermost not in self._speakers:
            return
        text = text_of(chunk)
        if not text:
            return
        if self._streaming is not None and self._streaming != chunk.id:
            self._answer.add("\n\n")
        self._streaming = chunk.id
        self._answer.add(text)

    def update(self, node: str, written: object) -> None:
        for part in written if isinstance(written, list) else [written]:
            if not isinstance(part, Mapping):
                continue
            messages = part.get(MESSAGES, [])
            for message in messages if isinstance(messages, list) else [messages]:
                self._hold(node, message)
            others = {name: value for name, value in part.items() if name != MESSAGES and value is not None}
            if others:
                self._hold(node, others)

    def begin(self, state: object) -> None:
        """Records the conversation that the run starts with. Nodes write all other messages."""
        if self.given is not None:
            return
        messages = _get_messages(state)
        self.given = list(messages) if isinstance(messages, list) else []

    def is_given(self, message: object) -> bool:
        return any(_is_same(message, given) for given in self.given or [])

    def _hold(self, node: str, said: object) -> None:
        if not isinstance(said, str) and self.is_given(said):
            return
        if isinstance(said, BaseMessage) and said.id is not None:
            if said.id in self._told:
                return
            self._told.add(said.id)
        self._tell_held()
        self._held = [(node, said)]

    def _tell_held(self) -> None:
        for node, said in self._held:
            if isinstance(said, BaseMessage):
                emit_message(self._answer, node, said)
            elif isinstance(said, Mapping):
                self._answer.message(node, as_text(dict(said)))

    def close(self) -> None:
        """Sends the last message as a step if it contains tool calls. Otherwise, it is the answer."""
        last = self._held[0][1] if self._held else None
        if isinstance(last, AIMessage) and last.tool_calls:
            self._tell_held()


def _get_messages(state: object) -> object:
    return state.get(MESSAGES) if isinstance(state, Mapping) else getattr(state, MESSAGES, None)


def _is_same(message: object, given: object) -> bool:
    if message is given:
        return True
    number = getattr(given, "id", None)
    return number is not None and getattr(message, "id", None) == number


def _answer_of_state(state: object, given: object, following: _Following) -> object:
    if not isinstance(state, Mapping):
        fields = getattr(type(state), "model_fields", None)
        if fields is None:
            return plain(state)
        state = {name: getattr(state, name) for name in fields}
    if state.get(_STRUCTURED) is not None:
        return plain(state[_STRUCTURED])
    messages = state.get(MESSAGES) if following.talks else None
    if isinstance(messages, list) and messages and not _is_callers(messages, following):
        return plain(messages[-1])
    rest = {name: value for name, value in state.items() if name != MESSAGES}
    return plain(answer_of(rest, given if isinstance(given, Mapping) else {}))


def _is_callers(messages: list[object], following: _Following) -> bool:
    """Returns whether the last message came from the caller. Supervisors' nodes also write their answers as
    HumanMessages.
    """
    last = messages[-1]
    return isinstance(last, HumanMessage) and following.is_given(last) and len(messages) <= len(following.given or [])


def _get_output(graph: Pregel, state: object) -> object:
    """Returns the value that `invoke` would return. If the graph has an output schema, the value has only the schema's
    fields, while a stream contains all fields.
    """
    wanted = graph.output_channels
    if not isinstance(state, Mapping) or isinstance(wanted, str):
        return state
    return {name: state[name] for name in wanted if name in state}


def _open_thread(graph: Pregel, memory: Memory) -> Thread | None:
    """Returns the thread of the conversation if the graph was compiled with a checkpointer, otherwise None."""
    if graph.checkpointer in (None, False, True):
        return None
    from .threads import Thread

    return Thread(graph, memory)


def _end_with_question(asked: list[Interrupt], answer: Answer, thread: Thread | None) -> str:
    """Returns the question of a paused graph. Raises AnswerError if no later turn can bring the answer."""
    if thread is None and not answer.trial:
        raise AnswerError(
            "The agent asked a question, which it can only do in a conversation. Run it in a chat, or send conversation_id."
        )
    answer.add(f"\n\n{questions.ask(asked)}" if answer.text else questions.ask(asked))
    return answer.text


async def follow_graph(graph: Pregel, data: Input, answer: Answer, context: object = None) -> object:
    """Runs the graph and returns its answer, or its question to the person. Streams the text of nodes that can be the
    last node. Text before the answer becomes steps.
    """
    memory = answer.memory
    config = make_config(memory)
    thread = None if memory is None else _open_thread(graph, memory)
    pending = [] if thread is None or thread.is_new else await questions.find_pending(graph, config)
    if pending:
        if answer.images and memory is not None:
            memory.warn("The message answers the agent's question, so the agent gets its text without its images.")
        given: object = questions.resume(pending, message_of(data))
    else:
        earlier = [] if memory is None or (thread is not None and not thread.is_new) else memory.history
        given = graph_input(graph, data, earlier, answer.images)
    asked: list[Interrupt] = []
    following = _Following(graph, answer)
    state: object = None
    try:
        modes = ["messages", "updates", "values"]
        context = graph_context(graph, data, context)
        async for mode, part in graph.astream(given, config, context=context, stream_mode=modes):
            if mode == "messages":
                following.token(*part)
            elif mode == "values":
                state = part
                following.begin(part)
            elif "__interrupt__" in part:
                asked.extend(part["__interrupt__"])
            else:
                for node, written in part.items():
                    following.update(node, written)
    except GraphRecursionError:
        if not answer.trial:
            raise
    following.close()
    if thread is not None:
        thread.save(answer.images)
    if asked:
        return _end_with_question(asked, answer, thread)
    return _answer_of_state(_get_output(graph, state), given, following)
