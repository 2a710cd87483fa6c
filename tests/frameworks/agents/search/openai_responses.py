from openai import OpenAI

STOA_CONNECTORS = [{"service": "tavily", "methods": ["POST"], "paths": ["/search"]}]

client = OpenAI()


def run(message: str):
    response = client.responses.create(
        model="gpt-4.1",
        tools=[{"type": "web_search"}],
        input=message,
    )
    citations = response.output[-1].content[0].annotations
    return {"text": response.output_text, "sources": [citation.url for citation in citations]}
