from openai import OpenAI

client = OpenAI()


def run(message: str):
    """Answers a question."""
    stream = client.responses.create(
        model="gpt-5",
        instructions="You are a coding assistant that talks like a pirate.",
        input=message,
        stream=True,
    )
    for event in stream:
        if event.type == "response.output_text.delta":
            yield event.delta
