# /// script
# dependencies = ["langchain", "langchain-mcp-adapters", "langchain-openai"]
# ///
import asyncio

from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient

STOA_HOSTS = ["mcp.weather.example"]


async def main():
    client = MultiServerMCPClient(
        {
            "weather": {
                "transport": "streamable_http",
                "url": "https://mcp.weather.example/mcp",
            }
        }
    )
    tools = await client.get_tools()
    agent = create_agent("openai:gpt-4o-mini", tools)
    weather_response = await agent.ainvoke({"messages": "what is the weather in nyc?"})
    print(weather_response["messages"][-1].content)


if __name__ == "__main__":
    asyncio.run(main())
