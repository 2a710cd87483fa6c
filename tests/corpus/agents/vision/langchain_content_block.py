from langchain.agents import create_agent
from langchain.messages import HumanMessage

agent = create_agent("openai:gpt-4o", tools=[])


def run(image_url: str, question: str) -> str:
    message = HumanMessage(
        content_blocks=[
            {"type": "text", "text": question},
            {"type": "image", "url": image_url},
        ]
    )
    result = agent.invoke({"messages": [message]})
    return result["messages"][-1].text
