from typing import Type

from langchain.agents import create_agent
from langchain_core.tools import BaseTool
from langchain_openai import ChatOpenAI
from pydantic import BaseModel, Field


class MultiplyInput(BaseModel):
    a: int = Field(description="first factor")
    b: int = Field(description="second factor")


class Multiply(BaseTool):
    name: str = "multiply"
    description: str = "Multiplies two numbers."
    args_schema: Type[BaseModel] = MultiplyInput

    def _run(self, a: int, b: int) -> int:
        return a * b

    async def _arun(self, a: int, b: int) -> int:
        return self._run(a, b)


agent = create_agent(
    ChatOpenAI(model="gpt-4o-mini"), tools=[Multiply()], system_prompt="You are good at maths. Say it for Rome."
)

if __name__ == "__main__":
    for step in agent.stream({"messages": [{"role": "user", "content": "What is 6 times 7?"}]}, stream_mode="values"):
        step["messages"][-1].pretty_print()
