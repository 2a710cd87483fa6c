"""Runs uv in a sandbox that reaches only the package index. It has no network, none of the host's files, and limited
memory and time.

The only argument is JSON: `command`, its `environment`, `limits` in bytes and seconds, and `relay`, the Unix socket of
a proxy that connects to the index. uv finds proxies only by IP address, so a port of this private network is forwarded
to the socket.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys

_CHUNK = 1 << 16
# The maximum number of connections to the relay. uv opens up to 50.
_MOST_CONNECTIONS = 128


async def _copy(reader, writer):
    try:
        while chunk := await reader.read(_CHUNK):
            writer.write(chunk)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def _join(relay, reader, writer):
    try:
        far_reader, far_writer = await asyncio.open_unix_connection(relay)
    except OSError:
        writer.close()
        return
    await asyncio.gather(_copy(reader, far_writer), _copy(far_reader, writer))


def _limit(limits):
    for name, value in limits.items():
        resource.setrlimit(getattr(resource, name), (value, value))


async def _run(job):
    environment = dict(job["environment"])
    if job["relay"]:
        server = await asyncio.start_server(
            lambda reader, writer: _join(job["relay"], reader, writer), "127.0.0.1", 0, backlog=_MOST_CONNECTIONS
        )
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        environment.update(HTTPS_PROXY=address, HTTP_PROXY=address, ALL_PROXY=address)
    process = await asyncio.create_subprocess_exec(
        *job["command"], env=environment, stdin=subprocess.DEVNULL, preexec_fn=lambda: _limit(job["limits"])
    )
    return await process.wait()


# A process that was ended by a signal has a negative code, which a shell reports as 128 or more.
_code = asyncio.run(_run(json.loads(sys.argv[1])))
sys.stderr.flush()
os._exit(_code if _code >= 0 else 128 - _code)
