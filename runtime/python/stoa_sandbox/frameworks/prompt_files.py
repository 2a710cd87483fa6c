"""Adds the files of a message to the prompt of a LangChain chain."""

from __future__ import annotations

from typing import Any

from langchain_core.language_models import BaseChatModel, BaseLLM
from langchain_core.messages import BaseMessage, HumanMessage
from langchain_core.prompts import ChatPromptTemplate, HumanMessagePromptTemplate
from langchain_core.runnables import Runnable

from ..answer import Answer
from ..message_files import extend_content
from ..values import AnswerError
from .histories import make_config

_NO_PROMPT = (
    "This agent cannot take files: its chain has no chat prompt with a message of a person. Send the request without files."
)
_NO_IMAGES = "The model of this agent completes texts, and sees no images. Send the request without images."


class _TemplateWithFiles(HumanMessagePromptTemplate):
    """A message of a person that ends with files, whatever the variables of its template are."""

    answer: Any

    def format(self, **kwargs: Any) -> BaseMessage:
        return _add_files(super().format(**kwargs), self.answer)

    async def aformat(self, **kwargs: Any) -> BaseMessage:
        return _add_files(await super().aformat(**kwargs), self.answer)


def _add_files(message: BaseMessage, answer: Answer) -> HumanMessage:
    content = extend_content(message.content, answer.attached_text, answer.images)
    return HumanMessage(content, additional_kwargs=message.additional_kwargs)


def add_files_to_prompt(runnable: Runnable[object, object], answer: Answer) -> None:
    """Adds the files to the last message of a person in the chain's first prompt that has one. The prompt is changed in
    place, because it can be deep inside the chain, and the process belongs to this run alone. Raises AnswerError if there
    is no such prompt, or if the chain's model sees no images.
    """
    parts = [node.data for node in runnable.get_graph(make_config(answer.memory)).nodes.values()]
    models = [part for part in parts if isinstance(part, (BaseChatModel, BaseLLM))]
    if answer.images and models and all(isinstance(model, BaseLLM) for model in models):
        raise AnswerError(_NO_IMAGES)
    prompts = (part for part in parts if isinstance(part, ChatPromptTemplate))
    if not any(_change_message(prompt, answer) for prompt in prompts):
        raise AnswerError(_NO_PROMPT)


def _change_message(prompt: ChatPromptTemplate, answer: Answer) -> bool:
    for index, message in reversed(list(enumerate(prompt.messages))):
        if isinstance(message, HumanMessagePromptTemplate):
            prompt.messages[index] = _TemplateWithFiles(
                prompt=message.prompt, additional_kwargs=message.additional_kwargs, answer=answer
            )
            return True
        if isinstance(message, HumanMessage):
            prompt.messages[index] = _add_files(message, answer)
            return True
    return False
