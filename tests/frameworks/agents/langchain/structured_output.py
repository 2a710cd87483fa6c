from langchain.chat_models import init_chat_model
from pydantic import BaseModel, Field


class Movie(BaseModel):
    """A movie with details."""

    title: str = Field(description="The title of the movie")
    year: int = Field(description="The year the movie was released")
    director: str = Field(description="The director of the movie")


model = init_chat_model("gpt-4.1", model_provider="openai")
chain = model.with_structured_output(Movie)

if __name__ == "__main__":
    print(chain.invoke("Provide details about the movie Inception"))
