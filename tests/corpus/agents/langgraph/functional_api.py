from langchain_openai import ChatOpenAI
from langgraph.func import entrypoint, task

llm = ChatOpenAI(model="gpt-4o-mini")


@task
def generate_joke(topic: str):
    return llm.invoke(f"Write a short joke about {topic}").content


@entrypoint()
def workflow(topic: str):
    return generate_joke(topic).result()
