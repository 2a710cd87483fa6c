"""A starting point for a LangGraph agent. It drafts a reply to a customer, checks the reply with rules, and drafts
again if necessary.

Upload this file as it is, or change it first. Stoa needs one compiled graph at the top level. The file shows typed
input and output, a branch, a loop with an end, and code that checks what a model writes.
"""

import re
from typing import Annotated, Literal, TypedDict

from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, StateGraph
from typing_extensions import NotRequired

MAX_CHARACTERS = 20_000  # of the notes; limits what the model reads in one call
MAX_DRAFTS = 3  # a loop needs an end: each round is paid for

# "default" is the model that the operator has chosen. Stoa provides the API key and the base URL.
model = ChatOpenAI(model="default", temperature=0)
writer = (
    ChatPromptTemplate.from_messages(
        [
            ("system", "Answer the customer's question in at most {sentences} sentences, only from these notes:\n\n{notes}"),
            ("user", "{question}"),
        ]
    )
    | model
)


# The fields of the input schema are the fields of the form. Annotated describes one, NotRequired makes it optional.
class Given(TypedDict):
    question: Annotated[str, "What the customer asks."]
    notes: Annotated[str, "What you know about it: articles, rules, prices."]
    sentences: NotRequired[Annotated[int, "How long the reply may be."]]


class Answer(TypedDict):
    reply: str


# The state that the nodes share. Each node returns only what it changes.
class State(Given):
    draft: str
    drafts: int
    problems: list[str]
    reply: str


def write(state: State) -> dict:
    # A refused draft is requested again with fewer words: one sentence is enough the second time.
    allowed = state.get("sentences", 3) if not state.get("problems") else 1
    draft = writer.invoke({"question": state["question"], "notes": state["notes"][:MAX_CHARACTERS], "sentences": allowed})
    return {"draft": str(draft.content), "drafts": state.get("drafts", 0) + 1}


def check(state: State) -> dict:
    """Finds figures that are not in the notes. Uses a rule instead of the model, because a wrong figure is an expensive
    mistake."""
    figures = re.findall(r"\d+(?:[.,]\d+)?", state["draft"])
    held = state["notes"] + state["question"]
    return {"problems": [figure for figure in dict.fromkeys(figures) if figure not in held]}


def verdict(state: State) -> Literal["write", "answer", "hand_over"]:
    if not state["problems"]:
        return "answer"
    return "write" if state["drafts"] < MAX_DRAFTS else "hand_over"


def answer(state: State) -> dict:
    return {"reply": state["draft"]}


def hand_over(state: State) -> dict:
    return {"reply": f"A person should answer this. The drafts named figures that are not in the notes: {', '.join(state['problems'])}"}


builder = StateGraph(State, input_schema=Given, output_schema=Answer)
for node in (write, check, answer, hand_over):
    builder.add_node(node)
builder.add_edge(START, "write")
builder.add_edge("write", "check")
builder.add_conditional_edges("check", verdict)
builder.add_edge("answer", END)
builder.add_edge("hand_over", END)
graph = builder.compile()

if __name__ == "__main__":
    # This runs only on your machine. Stoa fills the form with this example: the fields named here are those of the
    # form.
    print(
        graph.invoke(
            {
                "question": "Can I exchange shoes that I have worn?",
                "notes": "You may return any item within 30 days of delivery. Worn shoes can only be exchanged, within 14 days. "
                "Parcels arrive in two to four working days. Express delivery costs 9 EUR.",
                "sentences": 2,
            }
        )
    )
