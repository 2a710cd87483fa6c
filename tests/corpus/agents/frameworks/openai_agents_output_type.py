from agents import Agent, Runner
from pydantic import BaseModel


class CalendarEvent(BaseModel):
    name: str
    date: str
    participants: list[str]


agent = Agent(name="Calendar extractor", instructions="Extract calendar events from text", output_type=CalendarEvent)
