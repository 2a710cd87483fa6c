from openai import OpenAI

client = OpenAI()


def run(question: str) -> str:
    response = client.responses.create(
        model="gpt-4.1",
        instructions="Talk like a pirate.",
        input=question,
    )
    return response.output_text
