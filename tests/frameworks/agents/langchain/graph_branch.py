from typing import Literal

from langchain_core.messages import HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

llm = ChatOpenAI(model="gpt-4o-mini")


class Route(BaseModel):
    step: Literal["poem", "story"] = Field(None, description="The next step in the routing process")


router = llm.with_structured_output(Route)


class State(TypedDict):
    input: str
    decision: str
    output: str


def write_story(state: State):
    """Write a story"""
    result = llm.invoke([SystemMessage("You write stories."), HumanMessage(state["input"])])
    return {"output": result.content}


def write_poem(state: State):
    """Write a poem"""
    result = llm.invoke([SystemMessage("You write poems."), HumanMessage(state["input"])])
    return {"output": result.content}


def route_input(state: State):
    """Route the input to the appropriate node"""
    decision = router.invoke(
        [
            SystemMessage(content="Route the input to story or poem based on the user's request."),
            HumanMessage(content=state["input"]),
        ]
    )
    return {"decision": decision.step}


def next_step(state: State):
    return "write_story" if state["decision"] == "story" else "write_poem"


builder = StateGraph(State)
builder.add_node("write_story", write_story)
builder.add_node("write_poem", write_poem)
builder.add_node("route_input", route_input)
builder.add_edge(START, "route_input")
builder.add_conditional_edges("route_input", next_step, ["write_story", "write_poem"])
builder.add_edge("write_story", END)
builder.add_edge("write_poem", END)

graph = builder.compile()

if __name__ == "__main__":
    final = graph.invoke({"input": "Write me a poem about cats"})
    print(final["output"])
