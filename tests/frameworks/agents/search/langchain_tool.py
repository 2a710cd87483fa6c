from langchain_openai import ChatOpenAI

STOA_CONNECTORS = [{"service": "tavily", "methods": ["POST"], "paths": ["/search"]}]

model = ChatOpenAI(model="gpt-4.1-mini", use_responses_api=True)
llm_with_tools = model.bind_tools([{"type": "web_search"}])


def run(message: str):
    response = llm_with_tools.invoke(message)
    blocks = [block for block in response.content_blocks if block["type"] == "text"]
    return {"text": response.text, "sources": [item["url"] for item in blocks[-1]["annotations"]]}
