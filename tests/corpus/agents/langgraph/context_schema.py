from dataclasses import dataclass

from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.runtime import Runtime


@dataclass
class ContextSchema:
    model_name: str = "gpt-4o-mini"
    system: str = "You are helpful."


def call_model(state: MessagesState, runtime: Runtime[ContextSchema]):
    context = runtime.context or ContextSchema()
    model = ChatOpenAI(model=context.model_name)
    return {"messages": [model.invoke([("system", context.system), *state["messages"]])]}


builder = StateGraph(MessagesState, context_schema=ContextSchema)
builder.add_node("model", call_model)
builder.add_edge(START, "model")
builder.add_edge("model", END)
graph = builder.compile()
