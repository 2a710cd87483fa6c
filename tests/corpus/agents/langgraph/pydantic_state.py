from langgraph.graph import StateGraph
from pydantic import BaseModel


class ResearchState(BaseModel):
    query: str
    notes: list[str] = []
    report: str = ""


def research(state: ResearchState) -> dict:
    return {"notes": [f"note on {state.query}"]}


def write(state: ResearchState) -> dict:
    return {"report": "\n".join(state.notes)}


def create_graph():
    g = StateGraph(ResearchState)
    g.add_node("research", research)
    g.add_node("write", write)
    g.set_entry_point("research")
    g.add_edge("research", "write")
    g.set_finish_point("write")
    return g.compile()
