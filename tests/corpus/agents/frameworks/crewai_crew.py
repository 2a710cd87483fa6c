from crewai import Agent, Crew, Process, Task

researcher = Agent(
    role="Researcher", goal="Research {topic}", backstory="You find facts.", llm="gpt-4o-mini"
)
task = Task(description="Write about {topic}", expected_output="A paragraph", agent=researcher)
crew = Crew(agents=[researcher], tasks=[task], process=Process.sequential)

if __name__ == "__main__":
    print(crew.kickoff(inputs={"topic": "AI Agents"}))
