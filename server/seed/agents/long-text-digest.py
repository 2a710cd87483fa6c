# /// script
# dependencies = ["llama-index-core", "llama-index-llms-openai-like"]
# ///
"""Long Text Digest: sums up a text of any length in a few sentences, without invented figures.

A LlamaIndex workflow: it splits the text, summarizes the parts at the same time, and joins the summaries. Code leaves
out sentences with a figure that the text does not contain.
"""

import re

from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.workflow import Context, Event, StartEvent, StopEvent, Workflow, step
from llama_index.llms.openai_like import OpenAILike
from pydantic import Field

MAX_CHARACTERS = 200_000  # about 25 parts: more would take minutes and cost accordingly
PART_TOKENS = 2_000
MAX_SENTENCES = 20
FIGURE = re.compile(r"\d+(?:[.,]\d+)?")

llm = OpenAILike(model="default", is_chat_model=True, context_window=16_000, temperature=0)


class TextEvent(StartEvent):
    text: str = Field(description="The text: a chapter, a report, a transcript.")
    sentences: int = Field(5, description="How long the digest may be.")


class PartEvent(Event):
    number: int
    text: str


class NoteEvent(Event):
    number: int
    text: str


class Progress(Event):
    message: str


def without_invented_figures(summary: str, text: str) -> str:
    """Returns a summary without the sentences whose figures the text does not contain."""
    held = set(FIGURE.findall(text))
    sentences = re.split(r"(?<=[.!?])\s+", summary.strip())
    return " ".join(sentence for sentence in sentences if set(FIGURE.findall(sentence)) <= held)


class Digest(Workflow):
    @step
    async def split(self, ctx: Context, ev: TextEvent) -> PartEvent | None:
        text = ev.text[:MAX_CHARACTERS]
        parts = SentenceSplitter(chunk_size=PART_TOKENS, chunk_overlap=0).split_text(text)
        if not parts:
            raise ValueError("The text is empty.")
        await ctx.store.set("text", text)
        await ctx.store.set("sentences", max(1, min(ev.sentences, MAX_SENTENCES)))
        await ctx.store.set("parts", len(parts))
        for number, part in enumerate(parts, 1):
            ctx.send_event(PartEvent(number=number, text=part))
        return None

    @step(num_workers=4)
    async def summarize(self, ctx: Context, ev: PartEvent) -> NoteEvent:
        parts = await ctx.store.get("parts")
        ctx.write_event_to_stream(Progress(message=f"Reading part {ev.number} of {parts}"))
        answer = await llm.acomplete(f"Summarize this text in 5 sentences:\n\n{ev.text}")
        return NoteEvent(number=ev.number, text=answer.text)

    @step
    async def join(self, ctx: Context, ev: NoteEvent) -> StopEvent | None:
        notes = ctx.collect_events(ev, [NoteEvent] * await ctx.store.get("parts"))
        if notes is None:
            return None
        joined = " ".join(note.text for note in sorted(notes, key=lambda note: note.number))
        sentences = await ctx.store.get("sentences")
        answer = await llm.acomplete(f"Summarize this text in {sentences} sentences:\n\n{joined}")
        digest = without_invented_figures(answer.text, await ctx.store.get("text"))
        return StopEvent(result=digest or "Every sentence of the digest had a figure that the text does not contain.")


workflow = Digest(timeout=600)

if __name__ == "__main__":
    import asyncio

    asyncio.run(
        workflow.run(
            text="The ferry to the island stops in November for repairs. A bus replaces it twice a day. Tickets of the ferry "
            "are valid on the bus. The harbour cafe stays open. Dogs may not travel on the bus.",
            sentences=2,
        )
    )
