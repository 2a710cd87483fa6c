import os

from openai import OpenAI

client = OpenAI(
    base_url=os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1"),
    api_key=os.environ["OPENAI_API_KEY"],
    timeout=30,
    max_retries=2,
)
MODEL = os.environ.get("OPENAI_MODEL", "gpt-4o-mini")


def run(prompt: str) -> str:
    return client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": prompt}]).choices[0].message.content
