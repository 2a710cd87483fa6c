from typing import Literal, TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    question: str
    answer: str


def route(state: State) -> Literal["math", "chat"]:
    return "math" if any(c.isdigit() for c in state["question"]) else "chat"


def math(state: State):
    return {"answer": "math: " + state["question"]}


def chat(state: State):
    return {"answer": "chat: " + state["question"]}


workflow = StateGraph(State)
workflow.add_node("math", math)
workflow.add_node("chat", chat)
workflow.add_conditional_edges(START, route)
workflow.add_edge("math", END)
workflow.add_edge("chat", END)
app = workflow.compile()
