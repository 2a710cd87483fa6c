from crewai import Agent, Crew, Task


def run(message: str) -> str:
    planner = Agent(role="Planner", goal="Plan an article", backstory="You plan.", llm="gpt-4o-mini")
    writer = Agent(role="Writer", goal="Write the article", backstory="You write.", llm="gpt-4o-mini")
    plan = Task(description=f"Plan an article about {message}", expected_output="An outline", agent=planner)
    write = Task(description="Write it", expected_output="An article", agent=writer, context=[plan])
    return Crew(agents=[planner, writer], tasks=[plan, write]).kickoff().raw
