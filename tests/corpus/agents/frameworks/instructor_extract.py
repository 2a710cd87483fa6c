import instructor
from openai import OpenAI
from pydantic import BaseModel


class UserInfo(BaseModel):
    name: str
    city: str


client = instructor.from_openai(OpenAI())


def extract(text: str) -> UserInfo:
    return client.chat.completions.create(
        model="gpt-4o-mini", response_model=UserInfo, messages=[{"role": "user", "content": text}]
    )


if __name__ == "__main__":
    print(extract("John Doe lives in Berlin."))
