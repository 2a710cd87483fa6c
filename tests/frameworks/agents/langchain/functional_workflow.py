from langchain_openai import ChatOpenAI
from langgraph.func import entrypoint, task

llm = ChatOpenAI(model="gpt-4o-mini")


@task
def generate_joke(topic: str):
    """First LLM call to generate initial joke"""
    return llm.invoke(f"Write a short joke about {topic}").content


@task
def improve_joke(joke: str):
    """Second LLM call to improve the joke"""
    return llm.invoke(f"Make this joke funnier by adding wordplay: {joke}").content


@entrypoint()
def prompt_chaining_workflow(topic: str):
    original = generate_joke(topic).result()
    if "?" in original or "!" in original:
        return original
    return improve_joke(original).result()


for step in prompt_chaining_workflow.stream("cats", stream_mode="updates"):
    print(step)
