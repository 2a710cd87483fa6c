from typing import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, interrupt


class State(TypedDict):
    some_text: str


def human_node(state: State):
    value = interrupt({"text_to_revise": state["some_text"]})
    return {"some_text": value}


graph_builder = StateGraph(State)
graph_builder.add_node("human_node", human_node)
graph_builder.add_edge(START, "human_node")
graph = graph_builder.compile(checkpointer=InMemorySaver())
