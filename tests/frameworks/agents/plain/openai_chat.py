import asyncio

from dotenv import load_dotenv
from openai import AsyncOpenAI
from pydantic import BaseModel

load_dotenv()


class CalendarEvent(BaseModel):
    name: str
    date: str
    participants: list[str]


client = AsyncOpenAI()


async def run(message: str) -> CalendarEvent:
    """Finds the event in a text."""
    completion, _ = await asyncio.gather(
        client.chat.completions.parse(
            model="gpt-4o-2024-08-06",
            messages=[
                {"role": "system", "content": "Extract the event information."},
                {"role": "user", "content": message},
            ],
            response_format=CalendarEvent,
        ),
        asyncio.sleep(0),
    )
    return completion.choices[0].message.parsed
