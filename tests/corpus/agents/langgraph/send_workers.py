import operator
from typing import Annotated, List
from typing_extensions import TypedDict

from langchain_openai import ChatOpenAI
from langgraph.constants import Send
from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel, Field

llm = ChatOpenAI(model="gpt-4o-mini")


class Section(BaseModel):
    name: str = Field(description="Name for this section of the report.")
    description: str = Field(description="Brief overview.")


class Sections(BaseModel):
    sections: List[Section] = Field(description="Sections of the report.")


planner = llm.with_structured_output(Sections)


class State(TypedDict):
    topic: str
    sections: list[Section]
    completed_sections: Annotated[list, operator.add]
    final_report: str


class WorkerState(TypedDict):
    section: Section
    completed_sections: Annotated[list, operator.add]


def orchestrator(state: State):
    return {"sections": planner.invoke(f"Plan a report about {state['topic']}").sections}


def write_section(state: WorkerState):
    section = state["section"]
    text = llm.invoke(f"Write a section named {section.name}: {section.description}").content
    return {"completed_sections": [text]}


def synthesizer(state: State):
    return {"final_report": "\n\n---\n\n".join(state["completed_sections"])}


def assign_workers(state: State):
    return [Send("write_section", {"section": s}) for s in state["sections"]]


builder = StateGraph(State)
builder.add_node("orchestrator", orchestrator)
builder.add_node("write_section", write_section)
builder.add_node("synthesizer", synthesizer)
builder.add_edge(START, "orchestrator")
builder.add_conditional_edges("orchestrator", assign_workers, ["write_section"])
builder.add_edge("write_section", "synthesizer")
builder.add_edge("synthesizer", END)
orchestrator_worker = builder.compile()
