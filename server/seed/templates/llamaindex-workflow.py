# /// script
# dependencies = ["llama-index-core", "llama-index-llms-openai-like"]
# ///
"""A starting point for a LlamaIndex workflow that summarizes the parts of a long text, then the whole text.

Upload this file as it is, or change it first. The fields of the start event are the form. Each event that a step writes
to the stream is a step of the run; a `delta` is a chunk of the answer.
"""

import asyncio

from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.workflow import Context, Event, StartEvent, StopEvent, Workflow, step
from llama_index.llms.openai_like import OpenAILike

MOST_PARTS = 12  # each is a call to the model, which the caller pays for
# "default" is the model that the operator has chosen. LlamaIndex's OpenAI class refuses names that it does not know.
llm = OpenAILike(model="default", is_chat_model=True, context_window=16_000)


class TextEvent(StartEvent):
    text: str
    sentences: int = 3


class Progress(Event):
    message: str


class Piece(Event):
    delta: str


class Summary(Workflow):
    @step
    async def summarize(self, ctx: Context, ev: TextEvent) -> StopEvent:
        parts = SentenceSplitter(chunk_size=2_000, chunk_overlap=0).split_text(ev.text)[:MOST_PARTS]
        notes = []
        for number, part in enumerate(parts, 1):
            ctx.write_event_to_stream(Progress(message=f"Reading part {number} of {len(parts)}"))
            notes.append((await llm.acomplete(f"Summarize this text in 5 sentences:\n\n{part}")).text)
        answer = await llm.astream_complete(f"Summarize this text in {ev.sentences} sentences:\n\n{' '.join(notes)}")
        async for piece in answer:
            ctx.write_event_to_stream(Piece(delta=piece.delta or ""))
        return StopEvent(result=piece.text)


workflow = Summary(timeout=300)
if __name__ == "__main__":
    asyncio.run(workflow.run(text="The ferry stops in November. A bus replaces it. Dogs may not travel on the bus.", sentences=1))
