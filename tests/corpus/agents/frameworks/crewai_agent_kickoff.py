from crewai import LLM, Agent

llm = LLM(model="gpt-4o-mini", temperature=0.2)
expert = Agent(role="Historian", goal="Answer questions", backstory="You studied history.", llm=llm)

if __name__ == "__main__":
    print(expert.kickoff("Who founded Rome?").raw)
