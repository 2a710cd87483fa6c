# /// script
# dependencies = ["pydantic-ai-slim[mcp,openai]"]
# ///
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset

STOA_HOSTS = ["mcp.weather.example"]

toolset = MCPToolset("https://mcp.weather.example/mcp")
agent = Agent("openai:gpt-4o-mini", toolsets=[toolset])


async def main():
    async with agent:
        result = await agent.run("What is the weather in Tokyo?")
    print(result.output)
