import anthropic

client = anthropic.Anthropic()


def haiku(topic: str) -> str:
    message = client.messages.create(
        model="claude-sonnet-4-5",
        max_tokens=1000,
        messages=[{"role": "user", "content": f"Write a haiku about {topic}"}],
    )
    return message.content[0].text
