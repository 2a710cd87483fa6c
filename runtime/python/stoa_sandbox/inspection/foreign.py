"""Recognizes files that are written for something else, and says what to change. This check comes first."""

from __future__ import annotations

import ast
from collections.abc import Iterator


_FUNCTION = "def run(message) that returns the answer"
_TERMINAL = (
    "An agent gets its input as a message instead. Write {function}, and remove {what} or put it below "
    'if __name__ == "__main__".'
)

# Top-level modules of frameworks that render pages or answer requests.
_PAGES = {"streamlit": "Streamlit", "gradio": "Gradio", "chainlit": "Chainlit"}
_SERVERS = {"fastapi": "FastAPI", "flask": "Flask", "django": "Django", "aiohttp.web": "aiohttp", "tornado": "Tornado"}
_BOTS = {
    "discord": "Discord", "nextcord": "Discord", "disnake": "Discord", "telegram.ext": "Telegram", "aiogram": "Telegram",
    "telebot": "Telegram", "slack_bolt": "Slack", "twitchio": "Twitch",
}  # fmt: skip
_UNAVAILABLE = {
    "docker": "a run cannot start containers. Remove the import and start the program with subprocess",
    "vllm": "a run has no GPU. Remove the import and call the model over its API, with the openai package",
}
_COMMANDS = {"fire": "fire"}
_OLD_AUTOGEN = ("autogen", "pyautogen", "ag2")

# The modules that LangChain 1.x still provides under its own name.
_LANGCHAIN_MODULES = {"agents", "chat_models", "embeddings", "mcp", "messages", "rate_limiters", "tools"}
_LANGCHAIN_AGENTS = {"create_agent", "AgentState"}
# The current locations of LangChain 0.x names, keyed by the beginning of the old path. The longest match is used.
_MOVED = {
    "langchain.OpenAI": "from langchain_openai import ChatOpenAI",
    "langchain.PromptTemplate": "from langchain_core.prompts import PromptTemplate",
    "langchain.LLMChain": "from langchain_classic.chains import LLMChain, or better prompt | model",
    "langchain.llms.OpenAI": "from langchain_openai import ChatOpenAI",
    "langchain.llms": "from langchain_openai import ChatOpenAI, a chat model instead of an LLM",
    "langchain.chat_models.ChatOpenAI": "from langchain_openai import ChatOpenAI",
    "langchain.chat_models.ChatAnthropic": "from langchain_anthropic import ChatAnthropic",
    "langchain.embeddings.OpenAIEmbeddings": "from langchain_openai import OpenAIEmbeddings",
    "langchain.prompts": "from langchain_core.prompts import {name}",
    "langchain.schema.runnable": "from langchain_core.runnables import {name}",
    "langchain.schema.output_parser": "from langchain_core.output_parsers import {name}",
    "langchain.schema.Document": "from langchain_core.documents import Document",
    "langchain.schema.StrOutputParser": "from langchain_core.output_parsers import StrOutputParser",
    "langchain.schema": "from langchain_core.messages import {name}",
    "langchain.output_parsers": "from langchain_core.output_parsers import {name}",
    "langchain.callbacks": "from langchain_core.callbacks import {name}",
    "langchain.text_splitter": "from langchain_text_splitters import {name}",
    "langchain.vectorstores": "from langchain_core.vectorstores import InMemoryVectorStore",
    "langchain.agents.Tool": "from langchain_core.tools import Tool",
    "langchain.agents.tool": "from langchain_core.tools import tool",
    "langchain.tools.Tool": "from langchain_core.tools import Tool",
    "langchain.agents": "from langchain_classic.agents import {name}, or better from langchain.agents import create_agent",
    "langchain.chains.LLMChain": "from langchain_classic.chains import LLMChain, or better prompt | model",
    "langchain.hub": "the prompt itself, as ChatPromptTemplate.from_messages([...]): there is no network here",
    "langchain": "from langchain_classic.{rest} import {name}",
}
_MOST_NAMED = 3


class Foreign:
    def __init__(self, message: str, line: int) -> None:
        self.message = message
        self.line = line


def _imports(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    """Yields the imports that run whenever the file is loaded: path, spelling and line. Omits imports inside `try`,
    which are optional.
    """
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, f"import {alias.name}", node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            for alias in node.names:
                yield f"{node.module}.{alias.name}", f"from {node.module} import {alias.name}", node.lineno


def find_foreign(tree: ast.Module) -> Foreign | None:
    moved: list[tuple[str, int]] = []
    for address, written, line in _imports(tree):
        top = address.split(".", 1)[0]
        if top in _OLD_AUTOGEN:
            return Foreign(_old_autogen(written), line)
        if top in _PAGES:
            return Foreign(_page(_PAGES[top]), line)
        server = next((name for module, name in _SERVERS.items() if f"{address}.".startswith(f"{module}.")), None)
        if server is not None:
            return Foreign(_server(server), line)
        bot = next((name for module, name in _BOTS.items() if f"{address}.".startswith(f"{module}.")), None)
        if bot is not None:
            return Foreign(_bot(bot), line)
        if top in _UNAVAILABLE:
            return Foreign(f"The file imports {top}, but {_UNAVAILABLE[top]}.", line)
        if top in _COMMANDS:
            return Foreign(_command(_COMMANDS[top], tree), line)
        new = _new_langchain(address)
        if new is not None:
            moved.append((f"{written}: write {new}", line))
    return _explain_moved(moved) if moved else None


def _old_autogen(written: str) -> str:
    return (
        f"The file is written for AutoGen 0.2 ({written}). Stoa runs AutoGen 0.4 and later: create agents with "
        "from autogen_agentchat.agents import AssistantAgent, give them a model_client such as OpenAIChatCompletionClient "
        "of autogen_ext.models.openai in place of llm_config, and leave out UserProxyAgent and initiate_chat: the "
        "caller's message is its task."
    )


def _page(name: str) -> str:
    return (
        f"This is a {name} app with its own page. Stoa provides the page, and your agent answers messages. Move the "
        f"code that handles the user's text into {_FUNCTION}, and remove {name}."
    )


def _server(name: str) -> str:
    return (
        f"This is a {name} server. On Stoa, the server calls your function. Upload the code of the route as {_FUNCTION}, "
        f"without {name}, its app and its decorators."
    )


def _bot(name: str) -> str:
    return (
        f"This is a {name} bot that waits for messages all the time. On Stoa, a run answers one message and ends. Move what the "
        f"bot does with a message into {_FUNCTION}, and call the agent from {name} with a webhook or an API key."
    )


def _command(name: str, tree: ast.Module) -> str:
    texts = [item.name for item in tree.body if isinstance(item, ast.FunctionDef) and item.args.args]
    keep = f"; its function {texts[0]} can stay as it is without the decorators" if len(texts) == 1 else ""
    return f"This is a command line program ({name}){keep}. " + _TERMINAL.format(function=_FUNCTION, what=name)


def _new_langchain(address: str) -> str | None:
    parts = address.split(".")
    if parts[0] != "langchain" or len(parts) < 2:
        return None
    if len(parts) > 2 and parts[1] in _LANGCHAIN_MODULES and parts[1] != "agents" and address not in _MOVED:
        return None
    if parts[1] in _LANGCHAIN_MODULES and len(parts) == 2:
        return None
    if parts[1] == "agents" and (parts[2] in _LANGCHAIN_AGENTS or parts[2] in ("middleware", "structured_output", "factory")):
        return None
    best = max((old for old in _MOVED if f"{address}.".startswith(f"{old}.")), key=len)
    rest = ".".join(parts[1:-1]) or parts[-1]
    return _MOVED[best].format(name=parts[-1], rest=rest)


def _explain_moved(found: list[tuple[str, int]]) -> Foreign:
    listed = "; ".join(text for text, _ in found[:_MOST_NAMED])
    more = "" if len(found) <= _MOST_NAMED else f"; and {len(found) - _MOST_NAMED} more"
    return Foreign(f"The file is written for LangChain before 1.0. {listed}{more}.", found[0][1])
