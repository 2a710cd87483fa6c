import anthropic

client = anthropic.Anthropic()


def run(image_url: str, question: str) -> str:
    message = client.messages.create(
        model="claude-sonnet-4-5",
        max_tokens=1024,
        messages=[
            {
                "role": "user",
                "content": [
                    {"type": "image", "source": {"type": "url", "url": image_url}},
                    {"type": "text", "text": question},
                ],
            }
        ],
    )
    return message.content[0].text
