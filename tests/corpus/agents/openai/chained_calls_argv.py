import sys
from openai import OpenAI

client = OpenAI()
topic = sys.argv[1] if len(sys.argv) > 1 else "cats"
outline = client.chat.completions.create(
    model="gpt-4o-mini", messages=[{"role": "user", "content": "Outline an article about " + topic}]
).choices[0].message.content
article = client.chat.completions.create(
    model="gpt-4o-mini", messages=[{"role": "user", "content": "Write it:\n" + outline}]
).choices[0].message.content
print(article)
