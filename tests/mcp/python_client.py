"""Calls an MCP server with the client of the Python SDK, as docs/mcp.md shows it, and prints what it got as JSON."""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

url, key, agent_id = sys.argv[1], sys.argv[2], int(sys.argv[3])
run = {"agent_id": agent_id, "input_data": {"message": "Hello from Python"}}


async def main():
    headers = {"Authorization": f"Bearer {key}"}
    async with create_mcp_http_client(headers=headers) as http:
        async with Client(streamable_http_client(url, http_client=http)) as client:
            tools = await client.list_tools()
            result = await client.call_tool("run_agent", run)
            newest = {
                "version": client.protocol_version,
                "tools": [tool.name for tool in tools.tools],
                "text": result.content[0].text,
                "output": result.structured_content["output"],
            }
    async with create_mcp_http_client(headers=headers) as http:
        async with streamable_http_client(url, http_client=http) as (read, write):
            async with ClientSession(read, write) as session:
                started = await session.initialize()
                reports = []

                async def report(progress, total, message):
                    reports.append(message)

                result = await session.call_tool("run_agent", run, progress_callback=report)
                session_based = {
                    "version": started.protocol_version,
                    "text": result.content[0].text,
                    "reports": reports,
                }
    print(json.dumps({"newest": newest, "session": session_based}))


asyncio.run(main())
