# /// script
# dependencies = ["langchain", "langchain-mcp-adapters", "langchain-openai", "mcp-server-time"]
# ///
import asyncio

from langchain.agents import create_agent
from langchain_mcp_adapters.tools import load_mcp_tools
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

server_params = StdioServerParameters(command="python", args=["-m", "mcp_server_time", "--local-timezone", "Europe/Rome"])


async def main():
    async with stdio_client(server_params) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            tools = await load_mcp_tools(session)
            agent = create_agent("openai:gpt-4o-mini", tools)
            agent_response = await agent.ainvoke({"messages": "What time is it in Rome?"})
            return agent_response


if __name__ == "__main__":
    print(asyncio.run(main()))
