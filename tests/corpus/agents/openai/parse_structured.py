from openai import OpenAI
from pydantic import BaseModel

client = OpenAI()


class Event(BaseModel):
    name: str
    participants: list[str]


def extract(text: str) -> dict:
    completion = client.chat.completions.parse(
        model="gpt-4o-mini",
        messages=[
            {"role": "system", "content": "Extract the event."},
            {"role": "user", "content": text},
        ],
        response_format=Event,
    )
    return completion.choices[0].message.parsed.model_dump()
