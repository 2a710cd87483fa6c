import os
from openai import OpenAI

os.environ["OPENAI_API_KEY"] = "your-api-key-here"
client = OpenAI()


def main(message):
    return client.chat.completions.create(
        model="gpt-4o-mini", messages=[{"role": "user", "content": message}]
    ).choices[0].message.content
