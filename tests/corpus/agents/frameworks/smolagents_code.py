from smolagents import CodeAgent, OpenAIServerModel, tool


@tool
def get_population(city: str) -> int:
    """Returns the population of a city.

    Args:
        city: The city.
    """
    return 2800000


model = OpenAIServerModel(model_id="gpt-4o-mini")
agent = CodeAgent(tools=[get_population], model=model, max_steps=3)

agent.run("How many people live in Rome?")
