"""Signs in to an MCP server with the OAuth client of the Python SDK, as docs/mcp.md shows it, and prints what it got as JSON.

Before that it prints the URL to which it would send its person, and reads the URL of the answer.
"""

import asyncio
import json
import sys
from urllib.parse import parse_qs, urlsplit

from mcp.client import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

url, agent_id = sys.argv[1], int(sys.argv[2])


class MemoryStorage:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


async def send_person(authorization_url):
    print(authorization_url, flush=True)


async def read_answer():
    line = await asyncio.to_thread(sys.stdin.readline)
    query = parse_qs(urlsplit(line.strip()).query)
    first = {name: values[0] for name, values in query.items()}
    return AuthorizationCodeResult(code=first["code"], state=first.get("state"), iss=first.get("iss"))


async def main():
    storage = MemoryStorage()
    metadata = OAuthClientMetadata(
        client_name="Python client", redirect_uris=["http://localhost:7466/callback"]
    )
    provider = OAuthClientProvider(url, metadata, storage, send_person, read_answer)
    async with create_mcp_http_client(auth=provider) as http:
        async with Client(streamable_http_client(url, http_client=http)) as client:
            run = {"agent_id": agent_id, "input_data": {"message": "Hello from Python"}}
            result = await client.call_tool("run_agent", run)
            first = storage.tokens
            # The client renews a token when its time has passed.
            provider.context.token_expiry_time = 1
            tools = await client.list_tools()
            print(
                json.dumps(
                    {
                        "client_id": storage.client.client_id,
                        "scope": first.scope,
                        "output": result.structured_content["output"],
                        "tools": len(tools.tools),
                        "renewed": storage.tokens.access_token != first.access_token
                        and storage.tokens.refresh_token != first.refresh_token,
                    }
                )
            )


asyncio.run(main())
