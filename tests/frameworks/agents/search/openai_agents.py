# /// script
# dependencies = ["openai-agents"]
# ///
from agents import Agent, Runner, WebSearchTool

STOA_CONNECTORS = [{"service": "tavily", "methods": ["POST"], "paths": ["/search"]}]

agent = Agent(
    name="Web searcher",
    instructions="You are a helpful agent.",
    model="gpt-4.1",
    tools=[WebSearchTool(user_location={"type": "approximate", "city": "New York"})],
)


async def main():
    result = await Runner.run(agent, "search the web for 'local sports news' and give me 1 interesting update.")
    print(result.final_output)
