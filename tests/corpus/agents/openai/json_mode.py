import json

import openai

openai.api_key = "YOUR_API_KEY"


def classify(text: str):
    response = openai.chat.completions.create(
        model="gpt-4o-mini",
        response_format={"type": "json_object"},
        messages=[{"role": "user", "content": text}],
    )
    return json.loads(response.choices[0].message.content)
