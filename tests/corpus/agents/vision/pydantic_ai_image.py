from pydantic_ai import Agent, ImageUrl

agent = Agent(model="openai:gpt-4o")


def run(image_url: str, question: str):
    result = agent.run_sync([question, ImageUrl(url=image_url)])
    return result.output
