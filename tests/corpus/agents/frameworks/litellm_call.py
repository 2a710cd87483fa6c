from litellm import completion


def run(message: str) -> str:
    response = completion(model="openai/gpt-4o-mini", messages=[{"role": "user", "content": message}])
    return response.choices[0].message.content
