import anthropic

client = anthropic.Anthropic()


def run(message: str):
    """Says hello back."""
    with client.messages.stream(
        model="claude-sonnet-4-5",
        max_tokens=1000,
        messages=[{"role": "user", "content": message}],
    ) as stream:
        yield from stream.text_stream
