from langchain.agents import create_agent


def get_weather(city: str) -> str:
    """Get the weather for a given city."""
    return f"It's always sunny in {city}!"


agent = create_agent(
    model="openai:gpt-5-mini",
    tools=[get_weather],
    system_prompt="You are a helpful assistant",
)

# Run the agent
result = agent.invoke({"messages": [{"role": "user", "content": "What is the weather in San Francisco?"}]})
print(result["messages"][-1].content)
