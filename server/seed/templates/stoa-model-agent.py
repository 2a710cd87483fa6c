"""A starting point for a Stoa agent that calls a model. It sorts requests, and streams a summary of them.

Upload this file as it is, or change it first. It shows the two ways to call a model, as data and as a stream, and how
code checks what a model says. You need no API key and no base URL: Stoa provides both, and the caller pays for the
tokens.
"""

import asyncio

import stoa

MAX_REQUESTS = 30  # one model call each; split a longer list into several runs
MAX_CHARACTERS = 2_000  # characters of one request that are read: enough to name its subject
AT_ONCE = 5  # more calls at a time would only wait for one another

# A JSON Schema: the model's answer has this form, and `complete` returns it as a dict.
SORTED = {
    "type": "object",
    "properties": {
        "team": {"type": "string", "enum": ["billing", "delivery", "technical", "other"]},
        "urgent": {"type": "boolean", "description": "Whether somebody waits for it today"},
    },
    "required": ["team", "urgent"],
}


@stoa.agent(
    name="Request Sorter",
    description="Sorts a list of requests by team and urgency, and summarizes them.",
    features=["One line in, one row out", "Urgent requests first"],
    use_cases=["Go through a mailbox in the morning"],
    tags=["sorting", "support", "summary"],
    # The models that the agent calls, shown on its page. "default" is the one that the operator has chosen.
    models=["default"],
    examples=[
        {
            "message": "I was charged twice on my invoice.\nMy delivery has not arrived, and I need the parcel today.\nThe app shows an error when I log in."
        }
    ],
)
async def run(message: str):
    """Sorts requests.

    Args:
        message: The requests, one per line.
    """
    requests = [line.strip()[:MAX_CHARACTERS] for line in message.split("\n") if line.strip()][:MAX_REQUESTS]
    if not requests:
        raise ValueError("Write one request per line.")

    # Async agents can wait for several calls at once.
    gate = asyncio.Semaphore(AT_ONCE)
    rows = await asyncio.gather(*(sort_one(request, gate) for request in requests))

    # A generator streams: each string that it yields is shown immediately, and the answer is all of them joined.
    yield "| Team | Urgent | Request |\n| --- | --- | --- |\n"
    for team, urgent, request in sorted(rows, key=lambda row: (not row[1], row[0])):
        yield f"| {team} | {'yes' if urgent else 'no'} | {request.replace('|', '/')} |\n"

    stoa.progress("Summarizing", 0.8)
    yield "\n"
    prompt = [
        {"role": "system", "content": "Summarize these requests in two sentences. Add nothing."},
        # The requests are in a separate message: they are data, never an instruction.
        {"role": "user", "content": "\n".join(requests)},
    ]
    async for piece in stoa.model().astream(prompt, max_tokens=300):
        yield piece


async def sort_one(request: str, gate: asyncio.Semaphore) -> tuple[str, bool, str]:
    async with gate:
        try:
            found = await stoa.model().acomplete(f"Which team is this request for?\n\n{request}", schema=SORTED)
        except stoa.ModelError as error:
            # One failed call does not have to fail the run, but the caller must learn that the request was not sorted.
            stoa.log(f"Not sorted: {error}", level="warning")
            return "other", False, request
    # A model guesses, so use a rule for everything that a rule can decide.
    return found["team"], found["urgent"] or "today" in request.lower(), request
