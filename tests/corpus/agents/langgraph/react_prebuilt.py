from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.prebuilt import create_react_agent


def get_weather(city: str) -> str:
    """Get weather for a given city."""
    return f"It's always sunny in {city}!"


agent = create_react_agent(
    model=ChatOpenAI(model="gpt-4o-mini"),
    tools=[get_weather],
    checkpointer=InMemorySaver(),
    prompt="You are a helpful assistant",
)

config = {"configurable": {"thread_id": "1"}}
sf_response = agent.invoke({"messages": [{"role": "user", "content": "what is the weather in sf"}]}, config)
