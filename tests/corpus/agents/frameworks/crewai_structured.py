from crewai import Agent, Crew, Task
from pydantic import BaseModel


class Report(BaseModel):
    title: str
    summary: str


analyst = Agent(role="Analyst", goal="Analyse {company}", backstory="You analyse companies.", llm="gpt-4o-mini")
analysis = Task(
    description="Analyse {company}",
    expected_output="A report",
    agent=analyst,
    output_pydantic=Report,
)
crew = Crew(agents=[analyst], tasks=[analysis])
