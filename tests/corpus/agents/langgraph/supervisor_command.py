from typing import Literal

from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import Command

model = ChatOpenAI(model="gpt-4o-mini")


def supervisor(state: MessagesState) -> Command[Literal["writer", END]]:
    if len(state["messages"]) > 1:
        return Command(goto=END)
    return Command(goto="writer")


def writer(state: MessagesState) -> Command[Literal["supervisor"]]:
    response = model.invoke(state["messages"])
    return Command(goto="supervisor", update={"messages": [response]})


builder = StateGraph(MessagesState)
builder.add_node(supervisor)
builder.add_node(writer)
builder.add_edge(START, "supervisor")
supervisor_graph = builder.compile()
