from llama_index.core.workflow import Event, StartEvent, StopEvent, Workflow, step
from llama_index.llms.openai import OpenAI


class JokeEvent(Event):
    joke: str


class JokeFlow(Workflow):
    llm = OpenAI(model="gpt-4o-mini")

    @step
    async def generate_joke(self, ev: StartEvent) -> JokeEvent:
        response = await self.llm.acomplete(f"Write your best joke about {ev.topic}.")
        return JokeEvent(joke=str(response))

    @step
    async def critique_joke(self, ev: JokeEvent) -> StopEvent:
        response = await self.llm.acomplete(f"Give a thorough analysis of the following joke: {ev.joke}")
        return StopEvent(result=str(response))


async def run(topic: str) -> str:
    return str(await JokeFlow(timeout=60, verbose=False).run(topic=topic))
