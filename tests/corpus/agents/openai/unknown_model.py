from openai import OpenAI


def run(message: str) -> str:
    answer = OpenAI().chat.completions.create(
        model="ft:gpt-4o-mini:acme::abc123", messages=[{"role": "user", "content": message}]
    )
    return answer.choices[0].message.content
