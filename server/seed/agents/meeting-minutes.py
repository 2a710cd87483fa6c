"""Meeting Minutes: turns notes or a transcript into decisions, tasks with owner and date, and open questions.

A LangGraph graph. Rules read what is clearly stated. A model sorts the lines that no rule recognizes, and looks
again for missing owners and dates of tasks. Its answer is used only if the notes support it, and is marked as the
model's.
"""

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import zip_longest
from typing import Annotated, Literal, TypedDict

from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel, Field
from typing_extensions import NotRequired

MAX_CHARACTERS = 60_000  # about four hours of talk; longer notes exceed what a model reads in one call
MAX_LINES = 600
MAX_LINE = 600  # characters of one line that are read: even a long line has named the task by then
MAX_SORTED = 24  # lines that a model sorts, one call each
MAX_GAPS = 8  # tasks that a model is asked about in one round
ROUNDS = 2  # first the lines around a task, then more of them
AROUND = {1: 2, 2: 12}
PARALLEL = {"max_concurrency": 6}  # more calls at a time would only wait for one another

NAME = r"[A-Z][\w'’-]{1,20}(?: [A-Z][\w'’-]{1,20})?"
SPEAKER = re.compile(rf"^(?:\[?\d{{1,2}}:\d{{2}}(?::\d{{2}})?\]? ?)?({NAME}) ?:\s+(.+)$")
PRESENT = re.compile(r"^(?:present|attendees|participants|attending)\s*:\s*(.{2,400})$", re.I)
DATE_LINE = re.compile(r"^(?:date|day|when)\s*:", re.I)
DECISION = re.compile(
    r"^decision\b|\b(?:decided|agreed|approved|settled on|resolved that|we(?:'ll| will) go with)\b", re.I
)
QUESTION = re.compile(r"\?\W{0,3}$|^(?:open question|question)\b|\b(?:is still open|to be confirmed|tbd)\b", re.I)
LABEL = re.compile(r"^(?:decision|action(?: item)?|todo|to do|task|open question|question)\s*:\s*", re.I)
IS_TASK = re.compile(r"^(?:action(?: item)?|todo|to do|task)\b", re.I)
FIRST_PERSON = re.compile(r"\b(?:I'll|I’ll|I will|I am going to|I'm going to|let me|I can)\b")
OTHER_PERSON = re.compile(rf"\b({NAME}),? (?:will|to|should|must|needs to|has to|is going to|could you|please)\b")
ACCEPTS = re.compile(
    r"^(?:yes|sure|ok(?:ay)?|fine)?[,. ]{0,3}(?:I'll|I’ll|I will|I can|will do|on it|I'm on it|mine)\b", re.I
)
NOBODY = {"We", "They", "It", "You", "This", "That", "Somebody", "Someone", "Everybody", "Everyone", "Nobody", "Who"}
HEADERS = {"date", "action", "decision", "question", "todo", "task", "note", "present", "agenda", "next", "topic"}
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
MONTHS = "january february march april may june july august september october november december".split()
DUE = re.compile(
    rf"\b(?:by|before|until|due|on|for|latest)?\s*(?:the )?(\d{{4}}-\d{{2}}-\d{{2}}|(?:next |this )?(?:{'|'.join(WEEKDAYS)})|today|tomorrow"
    rf"|end of (?:the |this |next )?(?:week|month)|next week|in \d{{1,2}} (?:days?|weeks?)"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{'|'.join(MONTHS)})|(?:{'|'.join(MONTHS)}) \d{{1,2}}\b)",
    re.I,
)

# Nothing is streamed because the minutes are written at the end. Requesting streams would only take longer.
model = ChatOpenAI(model="default", temperature=0, disable_streaming=True)


@dataclass(frozen=True)
class Line:
    number: int
    speaker: str
    text: str


@dataclass(frozen=True)
class Task:
    line: Line
    owner: str = ""
    due: str = ""
    guessed: tuple[str, ...] = ()  # what the model added: "owner", "due"


class Kind(BaseModel):
    """The kind of one line of a meeting's notes."""

    kind: Literal["task", "decision", "question", "other"] = Field(
        description="task: somebody takes on work. decision: something is settled. question: something stays open."
    )


class Given(TypedDict):
    message: Annotated[str, "The notes or the transcript, a line for each point or each turn of a speaker."]
    meeting_date: NotRequired[Annotated[str, "The day of the meeting, as 2026-03-02, if the notes do not say it."]]


class State(Given):
    lines: list[Line]
    people: list[str]
    day: date | None
    tasks: list[Task]
    decisions: list[Line]
    questions: list[Line]
    round: int
    summary: str
    minutes: str


class Answer(TypedDict):
    minutes: str


def day_of(text: str) -> date | None:
    """Returns the first full date in a text."""
    iso = re.search(r"\b(\d{4})-(\d{2})-(\d{2})\b", text)
    named = re.search(rf"\b(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?({'|'.join(MONTHS)}),? (\d{{4}})\b", text, re.I)
    american = re.search(rf"\b({'|'.join(MONTHS)}) (\d{{1,2}}),? (\d{{4}})\b", text, re.I)
    try:
        if iso:
            return date(int(iso[1]), int(iso[2]), int(iso[3]))
        if named:
            return date(int(named[3]), MONTHS.index(named[2].lower()) + 1, int(named[1]))
        return date(int(american[3]), MONTHS.index(american[1].lower()) + 1, int(american[2])) if american else None
    except ValueError:
        return None


def due_day(words: str, day: date | None) -> date | None:
    """Returns the day that words such as "next Friday" mean, relative to the day of the meeting."""
    words = words.lower()
    if (exact := day_of(words)) or day is None:
        return exact
    weekday = next((i for i, name in enumerate(WEEKDAYS) if name in words), None)
    if weekday is not None:
        return day + timedelta(days=(weekday - day.weekday() - 1) % 7 + 1)
    if words in ("today", "tomorrow"):
        return day + timedelta(days=words == "tomorrow")
    if "week" in words and not words.startswith("in "):
        return day + timedelta(days=4 - day.weekday() + 7 * ("next" in words))
    if "month" in words:
        first = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
        if "next" in words:
            first = (first + timedelta(days=32)).replace(day=1)
        return first - timedelta(days=1)
    if match := re.match(r"in (\d+) (day|week)", words):
        return day + timedelta(days=int(match[1]) * (7 if match[2] == "week" else 1))
    return day_of(f"{words} {day.year}")


def due_words(text: str) -> str:
    match = DUE.search(text)
    return match[1] if match else ""


def read(state: State) -> dict:
    """Splits the notes into lines and finds the participants and the date."""
    text = state["message"][:MAX_CHARACTERS]
    lines: list[Line] = []
    people: dict[str, None] = {}
    for number, raw in enumerate(text.split("\n")[:MAX_LINES], 1):
        bare = " ".join(raw.split()).lstrip("-*•# ")
        if DATE_LINE.match(bare) or (number == 1 and len(bare) < 80 and not bare.endswith(".") and ": " not in bare):
            continue
        if present := PRESENT.match(bare):
            people |= dict.fromkeys(re.findall(NAME, present[1]))
            continue
        spoken = SPEAKER.match(bare)
        if spoken and spoken[1].split()[0].lower() not in HEADERS:
            people[spoken[1]] = None
            lines.append(Line(number, spoken[1], spoken[2][:MAX_LINE]))
        elif len(bare) > 3:
            lines.append(Line(number, "", bare[:MAX_LINE]))
    named = [match[1] for line in lines for match in OTHER_PERSON.finditer(line.text)]
    people |= dict.fromkeys(name for name in named if name.split()[0] not in NOBODY)
    return {
        "lines": lines,
        "people": list(people)[:40],
        "day": day_of(state.get("meeting_date") or "") or day_of(text),
        "round": 0,
    }


def owner_of(line: Line, following: Line | None, people: list[str]) -> str:
    match = OTHER_PERSON.search(line.text)
    if match and match[1] in people:
        return match[1]
    if at := re.search(r"@([A-Z]\w{1,20})|\(([A-Z]\w{1,20})\)\W*$", line.text):
        return at[1] or at[2]
    if line.speaker and FIRST_PERSON.search(line.text):
        return line.speaker
    return following.speaker if following and ACCEPTS.match(following.text) else ""


def task_of(line: Line, following: Line | None, people: list[str]) -> Task:
    return Task(line, owner_of(line, following, people), due_words(line.text))


def sort_lines(state: State) -> dict:
    """Sorts lines by rules. The model sorts what no rule recognizes, line by line."""
    lines, people = state["lines"], state["people"]
    after = dict(zip_longest(lines, lines[1:]))
    found: dict[str, list[Line]] = {"task": [], "decision": [], "question": [], "other": []}
    for line in lines:
        if IS_TASK.match(line.text):
            kind = "task"
        elif DECISION.search(line.text):
            kind = "decision"
        elif QUESTION.search(line.text) and not (after[line] and ACCEPTS.match(after[line].text)):
            kind = "question"
        elif (line.speaker and FIRST_PERSON.search(line.text)) or owner_of(line, after[line], people):
            kind = "task"
        else:
            kind = "other"
        found[kind].append(line)
    # "I can do that." belongs to the task before it, which had no owner.
    open_tasks = [line for line in found["task"] if not owner_of(line, None, people)]
    taken_on = [x for line in open_tasks if (x := after[line]) and ACCEPTS.match(x.text) and len(x.text.split()) < 7]
    found["task"] = [line for line in found["task"] if line not in taken_on]
    prompt = ChatPromptTemplate.from_template(
        "You sort the notes of a meeting. Which category is this line: task, decision, question or other?\n\n{line}"
    )
    unknown = [line for line in found["other"] if len(line.text.split()) > 3][:MAX_SORTED]
    sorter = prompt | model.with_structured_output(Kind)
    for line, said in zip(unknown, sorter.batch([{"line": x.text} for x in unknown], PARALLEL), strict=True):
        found[said.kind].append(line)
    tasks = [task_of(line, after[line], people) for line in sorted(found["task"], key=lambda x: x.number)]
    return {
        "tasks": tasks,
        "decisions": sorted(found["decision"], key=lambda x: x.number),
        "questions": sorted(found["question"], key=lambda x: x.number),
    }


def gaps(state: State) -> list[Task]:
    return [task for task in state["tasks"] if not task.owner or not task.due]


def what_next(state: State) -> Literal["fill_gaps", "summarize"]:
    return "fill_gaps" if gaps(state) and state["round"] < ROUNDS else "summarize"


def fill_gaps(state: State) -> dict:
    """Asks the model for missing owners and dates, with more of the notes in each round."""
    round_ = state["round"] + 1
    schema = {
        "title": "Gap",
        "description": "Who does a task, and until when.",
        "type": "object",
        "properties": {
            "owner": {"type": "string", "enum": [*state["people"], "nobody"], "description": "who does the task"},
            "due": {"type": "string", "description": "the words of the notes that say until when, or nothing"},
        },
        "required": ["owner", "due"],
        "additionalProperties": False,
    }
    prompt = ChatPromptTemplate.from_template(
        "Who does this task, and until when? Say nobody where the notes do not tell.\n\nTask: {task}\n\nNotes:\n{notes}"
    )
    asked = gaps(state)[:MAX_GAPS]
    near = {
        task: "\n".join(
            f"{x.speaker}: {x.text}" if x.speaker else x.text
            for x in state["lines"]
            if abs(x.number - task.line.number) <= AROUND[round_]
        )
        for task in asked
    }
    asker = prompt | model.with_structured_output(schema)
    answers = asker.batch([{"task": task.line.text, "notes": near[task]} for task in asked], PARALLEL)
    others = [task.due for task in state["tasks"]] + [due_words(line.text) for line in state["decisions"]]
    filled = {task: fill(task, answer, near[task], others) for task, answer in zip(asked, answers, strict=True)}
    return {"tasks": [filled.get(task, task) for task in state["tasks"]], "round": round_}


def fill(task: Task, answer: dict, notes: str, others: list[str]) -> Task:
    """Accepts what the model says only if it is in the notes. A date that belongs to something else does not count."""
    owner, due = str(answer.get("owner", "")), due_words(str(answer.get("due", "")))
    if not task.owner and owner not in ("", "nobody") and owner in notes:
        task = replace(task, owner=owner, guessed=(*task.guessed, "owner"))
    if not task.due and due and due.lower() in notes.lower() and due not in others:
        task = replace(task, due=due, guessed=(*task.guessed, "due"))
    return task


def summarize(state: State) -> dict:
    prompt = ChatPromptTemplate.from_template("Summarize these notes of a meeting in three sentences:\n\n{notes}")
    notes = "\n".join(line.text for line in state["lines"])
    summary = (prompt | model | StrOutputParser()).invoke({"notes": notes}) if notes else ""
    invented = set(re.findall(r"\d+", summary)) - set(re.findall(r"\d+", state["message"]))
    return {"summary": "" if invented else summary.strip()}


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def task_row(task: Task, day: date | None) -> str:
    exact = due_day(task.due, day) if task.due else None
    due = f"{exact.isoformat()} ({task.due})" if exact and task.due != exact.isoformat() else task.due
    owner = (task.owner or "**nobody yet**") + " ?" * ("owner" in task.guessed)
    due = (due or "no date") + " ?" * ("due" in task.guessed)
    return f"| {cell(LABEL.sub('', task.line.text))} | {cell(owner)} | {cell(due)} | {task.line.number} |"


def listed(lines: list[Line]) -> str:
    return "\n".join(
        f"- {LABEL.sub('', x.text)}{f' *({x.speaker})*' if x.speaker else ''}, line {x.number}" for x in lines
    )


def write(state: State) -> dict:
    tasks, day = state["tasks"], state["day"]
    if not state["lines"]:
        return {"minutes": "## No notes\n\nPaste the notes of a meeting, one point per line, or a transcript."}
    parts = [f"## Minutes{f' of {day.isoformat()}' if day else ''}"]
    parts += [f"**Present:** {', '.join(state['people'])}"] if state["people"] else []
    parts += [state["summary"]] if state["summary"] else []
    parts.append("## Decisions\n\n" + (listed(state["decisions"]) or "None was noted."))
    rows = "\n".join(task_row(task, day) for task in tasks)
    parts.append(
        f"## Tasks\n\n| Task | Owner | Due | Line |\n| --- | --- | --- | --- |\n{rows}" if tasks else "## Tasks\n\nNone."
    )
    parts.append("## Open questions\n\n" + (listed(state["questions"]) or "None."))
    missing = gaps(state)
    if missing:
        parts.append(f"**{len(missing)} of {len(tasks)} tasks lack an owner or a date.** Settle them before you send this.")
    if any(task.guessed for task in tasks):
        parts.append("*A question mark marks what a model inferred: ask before you rely on it.*")
    if day is None:
        parts.append("*The notes do not say the day of the meeting, so words such as Friday are kept as they were said.*")
    return {"minutes": "\n\n".join(parts)}


builder = StateGraph(State, input_schema=Given, output_schema=Answer)
for node in (read, sort_lines, fill_gaps, summarize, write):
    builder.add_node(node.__name__, node)
builder.add_edge(START, "read")
builder.add_edge("read", "sort_lines")
builder.add_conditional_edges("sort_lines", what_next)
builder.add_conditional_edges("fill_gaps", what_next)
builder.add_edge("summarize", "write")
builder.add_edge("write", END)
graph = builder.compile()

if __name__ == "__main__":
    example = {
        "message": "Website relaunch, weekly call\nDate: 2 March 2026\nPresent: Anna, Ben, Carla\n\n"
        "Anna: The new start page is ready and the test group liked it.\n"
        "Ben: We agreed to launch on 16 March and to keep the old shop open until then.\n"
        "Anna: I'll send the texts to the translator by Friday.\n"
        "Carla: Somebody has to check the contrast of the buttons before 10 March.\n"
        "Ben: I can do that.\n"
        "Action: Carla to order two test phones\n"
        "Anna: Do we need a new photo license?\n"
        "Carla: The legal notice is with me, end of the week.\n",
        "meeting_date": "2026-03-02",
    }
    print(graph.invoke(example)["minutes"])
