from langchain_core.messages import HumanMessage
from langchain_openai import ChatOpenAI

model = ChatOpenAI(model="gpt-4o", max_tokens=300)


def run(image_url: str, question: str = "What is in this image?") -> str:
    message = HumanMessage(
        content=[
            {"type": "text", "text": question},
            {"type": "image_url", "image_url": {"url": image_url}},
        ],
    )
    response = model.invoke([message])
    return response.content
