# /// script
# dependencies = ["openai-agents"]
# ///
import asyncio

from agents import Agent, Runner, gen_trace_id, trace
from agents.mcp import MCPServer, MCPServerStreamableHttp

STOA_HOSTS = ["mcp.weather.example"]


async def run(mcp_server: MCPServer):
    agent = Agent(
        name="Assistant",
        instructions="Use the tools to answer the questions.",
        model="gpt-4o-mini",
        mcp_servers=[mcp_server],
    )
    message = "What's the weather in Tokyo?"
    print(f"\n\nRunning: {message}")
    result = await Runner.run(starting_agent=agent, input=message)
    print(result.final_output)


async def main():
    async with MCPServerStreamableHttp(
        name="Streamable HTTP Python Server",
        params={"url": "https://mcp.weather.example/mcp"},
    ) as server:
        trace_id = gen_trace_id()
        with trace(workflow_name="Streamable HTTP Example", trace_id=trace_id):
            await run(server)


if __name__ == "__main__":
    asyncio.run(main())
