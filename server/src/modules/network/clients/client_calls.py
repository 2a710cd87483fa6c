"""An agent that calls a URL with each client library, as its documentation shows it."""

import asyncio
import json
import urllib.request
from concurrent.futures import ThreadPoolExecutor


def by_urllib(url):
    return urllib.request.urlopen(url, timeout=20).read().decode()


def by_requests(url):
    import requests

    return requests.get(url, timeout=20).text


def by_urllib3(url):
    import urllib3

    return urllib3.PoolManager().request("GET", url, timeout=20, retries=False).data.decode()


def by_httpx(url):
    import httpx

    return httpx.get(url, timeout=20).text


def by_httpx_http2(url):
    import httpx

    with httpx.Client(http2=True, timeout=20) as client:
        return client.get(url).text


def by_httpx_async(url):
    import httpx

    async def get():
        async with httpx.AsyncClient(timeout=20) as client:
            return (await client.get(url)).text

    return asyncio.run(get())


def by_aiohttp(url):
    import aiohttp

    async def get():
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            return await answer.text()

    return asyncio.run(get())


def by_aiohttp_with_c_ares(url):
    import aiohttp
    from aiohttp.resolver import AsyncResolver

    async def get():
        connector = aiohttp.TCPConnector(resolver=AsyncResolver())
        async with aiohttp.ClientSession(connector=connector) as session, session.get(url) as answer:
            return await answer.text()

    return asyncio.run(get())


def by_websockets(url):
    import websockets

    async def talk():
        async with websockets.connect(url.replace("https", "wss", 1)) as socket:
            await socket.send("ping")
            return await socket.recv()

    return asyncio.run(talk())


def by_openai(url):
    import openai

    client = openai.OpenAI(base_url=url.rsplit("/", 1)[0] + "/v1", api_key="sk-own", max_retries=0)
    answer = client.chat.completions.create(model="own-model", messages=[{"role": "user", "content": "x"}])
    return answer.choices[0].message.content


def by_grpc(url):
    import grpc

    channel = grpc.secure_channel(url.split("/")[2] + ":443", grpc.ssl_channel_credentials())
    call = channel.unary_unary("/echo.Echo/Say")
    try:
        return call(b"hello", timeout=4).decode()
    except grpc.RpcError as error:
        raise ConnectionError(f"{error.code().name}: {error.details()}") from None


def by_20_threads(url):
    import requests

    with ThreadPoolExecutor(20) as pool:
        return str(len(list(pool.map(lambda _: requests.get(url, timeout=20).json(), range(40)))))


def main(message):
    order = json.loads(message)
    call = globals()[f"by_{order['client']}"]
    results = {}
    for kind, url in order["urls"].items():
        try:
            results[kind] = call(url)
        except BaseException as error:
            results[kind] = f"{type(error).__name__}: {error}"
    return results
