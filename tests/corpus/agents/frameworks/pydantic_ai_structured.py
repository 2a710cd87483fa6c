from pydantic import BaseModel
from pydantic_ai import Agent


class CityLocation(BaseModel):
    city: str
    country: str


agent = Agent("openai:gpt-4o", output_type=CityLocation)

if __name__ == "__main__":
    result = agent.run_sync("Where were the olympics held in 2012?")
    print(result.output)
