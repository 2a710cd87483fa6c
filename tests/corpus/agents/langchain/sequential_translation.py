import os
from dotenv import load_dotenv
from langchain_openai import ChatOpenAI
from langchain_core.messages import HumanMessage, SystemMessage

load_dotenv()
llm = ChatOpenAI(model=os.getenv("OPENAI_MODEL", "gpt-4o-mini"), api_key=os.getenv("OPENAI_API_KEY"))


def translate(text: str, language: str = "German") -> str:
    """Translates a text.

    Args:
        text: the text to translate
        language: the language to translate to
    """
    messages = [SystemMessage(content=f"Translate to {language}"), HumanMessage(content=text)]
    return llm.invoke(messages).content


if __name__ == "__main__":
    print(translate("Good morning"))
