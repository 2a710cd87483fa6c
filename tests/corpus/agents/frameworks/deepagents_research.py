from deepagents import create_deep_agent


def internet_search(query: str) -> str:
    """Run a web search"""
    return f"Results for {query}"


agent = create_deep_agent(
    model="openai:gpt-4o-mini",
    tools=[internet_search],
    system_prompt="You are an expert researcher.",
)
