import json

from openai import OpenAI

client = OpenAI()

TOOLS = [
    {
        "type": "function",
        "name": "locate",
        "description": "Find the latitude of a city.",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}},
            "required": ["city"],
            "additionalProperties": False,
        },
        "strict": True,
    }
]


def run(question: str) -> str:
    history = [{"role": "user", "content": question}]
    response = client.responses.create(model="gpt-4.1-mini", tools=TOOLS, input=history)
    history += response.output
    for item in response.output:
        if item.type == "function_call":
            city = json.loads(item.arguments)["city"]
            history.append(
                {"type": "function_call_output", "call_id": item.call_id, "output": f"{city} is at 41.9"}
            )
    return client.responses.create(model="gpt-4.1-mini", tools=TOOLS, input=history).output_text
