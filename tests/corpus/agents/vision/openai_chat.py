from openai import OpenAI

client = OpenAI()


def run(image_url: str, question: str) -> str:
    completion = client.chat.completions.create(
        model="gpt-4.1",
        messages=[
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": question},
                    {"type": "image_url", "image_url": {"url": image_url, "detail": "high"}},
                ],
            }
        ],
    )
    return completion.choices[0].message.content
