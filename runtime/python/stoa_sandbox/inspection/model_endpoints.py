"""Finds a file's model clients that call the developer's own endpoint instead of this server's models."""

from __future__ import annotations

import ast

from .annotations import last_name
from .names import Names
from .nodes import walk

# The arguments that set the base URL of clients for OpenAI, Anthropic and similar providers.
ADDRESS_KEYWORDS = ("base_url", "openai_api_base", "api_base", "anthropic_api_url", "azure_endpoint", "endpoint")
# The packages of providers whose clients cannot call this server.
_FOREIGN_PACKAGES = frozenset(
    """cerebras cohere google.genai google.generativeai groq huggingface_hub langchain_aws langchain_cerebras
    langchain_cohere langchain_deepseek langchain_fireworks langchain_google_genai langchain_google_vertexai
    langchain_groq langchain_huggingface langchain_mistralai langchain_nvidia_ai_endpoints langchain_ollama
    langchain_perplexity langchain_together langchain_xai mistralai ollama replicate together xai_sdk""".split()
)
# The Azure clients in packages whose other clients call this server.
_AZURE = frozenset(
    "AsyncAzureOpenAI AzureChatOpenAI AzureOpenAI AzureOpenAIChatCompletionClient AzureOpenAIEmbeddings".split()
)
# The clients that call this server unless they get another base URL.
CLIENTS = frozenset(
    """Anthropic AnthropicChatCompletionClient AsyncAnthropic AsyncOpenAI ChatAnthropic ChatOpenAI LLM LiteLLMModel
    LiteLlm OpenAI OpenAIChatCompletionClient OpenAIEmbedding OpenAIEmbeddings OpenAIModel OpenAIServerModel
    init_chat_model""".split()
)


def _is_foreign(call: ast.Call, names: Names) -> bool:
    if last_name(call.func) in _AZURE:
        return True
    origin = names.origin(call.func)
    if origin is None:
        return False
    parts = origin.split(".")
    return parts[0] in _FOREIGN_PACKAGES or ".".join(parts[:2]) in _FOREIGN_PACKAGES


def address_of(call: ast.Call, names: Names) -> str | None:
    """Returns the literal base URL with which a client is created, or None."""
    for keyword in call.keywords:
        if keyword.arg in ADDRESS_KEYWORDS:
            value = names.resolve(keyword.value)
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                return value.value
    return None


def _has_own_address(call: ast.Call, names: Names) -> bool:
    address = address_of(call, names)
    return address is not None and "://" in address and "127.0.0.1" not in address and "localhost" not in address


class ModelEndpoints:
    """The model clients that a file creates, divided into clients of the developer's own endpoint and other clients."""

    def __init__(self, tree: ast.Module, names: Names) -> None:
        self._names = names
        calls = [node for node in walk(tree) if isinstance(node, ast.Call)]
        created = [call for call in calls if last_name(call.func) in CLIENTS or self._is_own(call)]
        own = [call for call in created if self._is_own(call)]
        self._only_own = bool(own) and len(own) == len(created)

    def _is_own(self, call: ast.Call) -> bool:
        return _is_foreign(call, self._names) or _has_own_address(call, self._names)

    def serves(self, call: ast.Call) -> bool:
        """Returns whether the developer's own endpoint serves the model of a call. If the call's client cannot be
        found, returns `only_own`.
        """
        if self._is_own(call):
            return True
        if last_name(call.func) in CLIENTS:
            return False
        client = self._names.resolve(_root(call.func))
        if isinstance(client, ast.Call):
            return self._is_own(client) if last_name(client.func) in CLIENTS else self._is_own(client) or self._only_own
        return self._only_own

    @property
    def only_own(self) -> bool:
        """Returns whether the file creates model clients, and all of them call the developer's own endpoints."""
        return self._only_own


def _root(node: ast.expr) -> ast.expr:
    """Returns the expression at the beginning of a chain of attributes and calls, such as `client` in
    `client.chat.completions.create`.
    """
    while isinstance(node, (ast.Attribute, ast.Call)):
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return node
