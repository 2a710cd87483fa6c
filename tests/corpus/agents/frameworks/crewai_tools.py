import os

from crewai import Agent, Crew, Process, Task
from crewai.tools import tool

os.environ["OPENAI_MODEL_NAME"] = "gpt-4o-mini"


@tool("Weather")
def weather(city: str) -> str:
    """Returns the weather of a city."""
    return f"It is sunny in {city}."


forecaster = Agent(
    role="Forecaster",
    goal="Tell people in {city} what to wear",
    backstory="A meteorologist who knows every town.",
    tools=[weather],
    verbose=True,
    allow_delegation=False,
)

forecast = Task(
    description="Find out the weather in {city}.",
    expected_output="One sentence about the weather.",
    agent=forecaster,
)

crew = Crew(agents=[forecaster], tasks=[forecast], process=Process.sequential, verbose=True)

result = crew.kickoff(inputs={"city": "Oslo"})
print("######################")
print(result)
