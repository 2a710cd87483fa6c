from openai import OpenAI

client = OpenAI(api_key="<your OpenAI API key if not set as env var>")


def answer(message: str) -> str:
    completion = client.chat.completions.create(
        model="gpt-4o-mini",
        messages=[
            {"role": "system", "content": "You are a helpful assistant."},
            {"role": "user", "content": message},
        ],
    )
    return completion.choices[0].message.content
