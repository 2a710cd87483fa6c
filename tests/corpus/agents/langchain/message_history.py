from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI

chat = ChatOpenAI(model="gpt-4o-mini", temperature=0.2)
history = [SystemMessage(content="You are a travel guide.")]


def handle(message: str) -> str:
    history.append(HumanMessage(content=message))
    answer = chat.invoke(history)
    history.append(AIMessage(content=answer.content))
    return answer.content
