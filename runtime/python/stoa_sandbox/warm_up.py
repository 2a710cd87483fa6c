"""Calls client libraries once in a warm parent, against a server with one fixed answer. Everything that the libraries
load and build at their first call is then ready for every run.

The server is a separate process, because a thread would not survive a fork and could hold a lock forever.
"""

from __future__ import annotations

import _signal
import os
import sys

from .settings import GATEWAY_PORT

_HOST = "127.0.0.1"
_TEXT = """{"id":"w","object":"chat.completion","created":1,"model":"MODEL","choices":[{"index":0,"message":\
{"role":"assistant","content":"x"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,\
"total_tokens":2}}"""
_CHUNK = """data: {"id":"w","object":"chat.completion.chunk","created":1,"model":"MODEL","choices":[{"index":0,\
"delta":{"content":"x"},"finish_reason":"stop"}]}

data: [DONE]

"""
_QUESTION = [{"role": "user", "content": "x"}]


def _serve() -> int:
    """Starts the server at the address that runs know as their gateway. Returns the process ID of the server."""
    import json
    from http.server import BaseHTTPRequestHandler, HTTPServer

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            streams = bool(request.get("stream"))
            answer = _CHUNK if streams else _TEXT
            body = answer.replace("MODEL", request["model"]).encode()
            self.send_response(200)
            self.send_header("content-type", "text/event-stream" if streams else "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: object) -> None:
            pass

    # HTTP/1.0 closes each connection, so that no client keeps a connection that a run would inherit.
    server = HTTPServer((_HOST, GATEWAY_PORT), Answer)
    child = os.fork()
    if child == 0:
        try:
            server.serve_forever()
        finally:
            os._exit(0)
    server.socket.close()
    return child


def _as_agent(thing: object) -> None:
    """Performs the steps of a run with a framework's object, and of a run with a file that creates such an object."""
    from .agent_file import load
    from .answer import Answer
    from .frameworks import run_object

    load("agent = None", "agent.py", "agent", "object", {})
    del sys.modules["agent"]
    run_object(thing, "agent", {"message": "x"}, Answer(lambda _piece: None, lambda *_step: None))


def _openai() -> None:
    import asyncio

    import openai

    with openai.OpenAI(max_retries=0) as client:
        client.chat.completions.create(model="w", messages=_QUESTION)
        list(client.chat.completions.create(model="w", messages=_QUESTION, stream=True))

    async def call() -> None:
        async with openai.AsyncOpenAI(max_retries=0) as client:
            await client.chat.completions.create(model="w", messages=_QUESTION)

    asyncio.run(call())


def _langchain_openai() -> None:
    from langchain_core.output_parsers import StrOutputParser
    from langchain_core.prompts import ChatPromptTemplate
    from langchain_openai import ChatOpenAI

    model = ChatOpenAI(model="gpt-4o-mini", max_retries=0)
    chain = ChatPromptTemplate.from_messages([("system", "x"), ("human", "{text}")]) | model | StrOutputParser()
    chain.invoke({"text": "x"})
    list(chain.stream({"text": "x"}))
    _as_agent(chain)


def _langgraph() -> None:
    from langgraph.graph import END, START, MessagesState, StateGraph

    graph = StateGraph(MessagesState)
    graph.add_node("answer", lambda state: {"messages": [("ai", "x")]})
    graph.add_edge(START, "answer")
    graph.add_edge("answer", END)
    compiled = graph.compile()
    compiled.invoke({"messages": _QUESTION})
    _as_agent(compiled)


def _autogen() -> None:
    from autogen_agentchat.agents import AssistantAgent
    from autogen_ext.models.openai import OpenAIChatCompletionClient

    client = OpenAIChatCompletionClient(model="gpt-4o-mini-2024-07-18", max_retries=0)
    _as_agent(AssistantAgent("warm", model_client=client))


# The calls that warm up a library if it was imported. A framework's own clients come after the libraries that they use.
_CALLS = {
    "openai": _openai,
    "langchain_openai": _langchain_openai,
    "langgraph.graph": _langgraph,
    "autogen_agentchat.agents": _autogen,
}
_SETTINGS = {
    "OPENAI_BASE_URL": f"http://{_HOST}:{GATEWAY_PORT}/v1",
    "OPENAI_API_KEY": "warm",
}


def warm_up() -> None:
    """Calls each library. A failure is reported on stderr. It does not stop the parent, but makes the first call in
    each run slower.
    """
    calls = {name: call for name, call in _CALLS.items() if name in sys.modules}
    if not calls:
        return
    server = _serve()
    os.environ.update(_SETTINGS)
    try:
        for name, call in calls.items():
            try:
                call()
            except Exception as error:
                print(f"could not warm up {name}: {type(error).__name__}: {error}", file=sys.stderr)
    finally:
        for name in _SETTINGS:
            del os.environ[name]
        os.kill(server, _signal.SIGKILL)
        os.waitpid(server, 0)
