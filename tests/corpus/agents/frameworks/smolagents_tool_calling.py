from smolagents import OpenAIServerModel, ToolCallingAgent, tool


@tool
def get_weather(city: str) -> str:
    """Get the weather of a city.

    Args:
        city: the name of the city
    """
    return f"sunny in {city}"


model = OpenAIServerModel(model_id="gpt-4o-mini")
agent = ToolCallingAgent(tools=[get_weather], model=model)

agent.run("What's the weather in Paris?")
