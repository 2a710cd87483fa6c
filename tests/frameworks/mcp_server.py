"""An MCP server over streamable HTTP with TLS. Takes the paths of its certificate and its key as arguments, and prints
its port.
"""

import socket
import sys

import uvicorn
from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

server = MCPServer("Weather")


@server.tool()
def get_weather(city: str) -> str:
    """Returns the weather of a city."""
    return f"It is sunny in {city}"


listening = socket.create_server(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
# Agents reach this server under a host name that differs from this machine's.
security = TransportSecuritySettings(enable_dns_rebinding_protection=False)
app = server.streamable_http_app(transport_security=security)
config = uvicorn.Config(app, ssl_certfile=sys.argv[1], ssl_keyfile=sys.argv[2], log_level="warning")
uvicorn.Server(config).run(sockets=[listening])
