from langchain.chat_models import init_chat_model

llm = init_chat_model("gpt-4.1-mini", model_provider="openai", temperature=0)


def run(question: str) -> str:
    return llm.invoke(question).content
