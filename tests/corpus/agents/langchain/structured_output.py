from langchain_openai import ChatOpenAI
from pydantic import BaseModel, Field


class Joke(BaseModel):
    """A joke to tell."""

    setup: str = Field(description="the question")
    punchline: str = Field(description="the answer")


structured_llm = ChatOpenAI(model="gpt-4o").with_structured_output(Joke)


def tell(text: str):
    return structured_llm.invoke(text).model_dump()
