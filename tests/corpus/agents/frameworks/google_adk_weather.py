from google.adk.agents import Agent
from google.adk.models.lite_llm import LiteLlm


def get_weather(city: str) -> dict:
    """Retrieves the current weather report for a specified city.

    Args:
        city (str): The name of the city.

    Returns:
        dict: status and result or error msg.
    """
    return {"status": "success", "report": f"The weather in {city} is sunny with 25 degrees."}


root_agent = Agent(
    name="weather_agent",
    model=LiteLlm(model="openai/gpt-4o-mini"),
    description="Agent to answer questions about the weather in a city.",
    instruction="You are a helpful agent who can answer user questions about the weather.",
    tools=[get_weather],
)
