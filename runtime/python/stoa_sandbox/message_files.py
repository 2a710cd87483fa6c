"""Adds the files that a person sends with a message to the message: texts as text, and images as parts that a vision model
sees.
"""

from __future__ import annotations

from .values import AnswerError

# Type checkers treat this as true. Importing `typing` would add 4 ms to each cold run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    class Received(Protocol):
        """A file of the run, as input_files.py receives it."""

        name: str
        type: str
        path: str


# The input with the files. The inspection declares it under the same name (inspection/message_files.py).
FIELD = "files"
# The types that the server accepts beside texts: MESSAGE_FILES in contract/src/message-files.ts.
_IMAGES = ("image/png", "image/jpeg", "image/gif", "image/webp")
_TEXTS = ("application/json", "application/xml", "application/yaml")

Part = dict[str, object]


class Image:
    """An image of a message. `data` is its content in base64."""

    def __init__(self, name: str, type: str, data: str) -> None:
        self.name = name
        self.type = type
        self.data = data

    def as_part(self) -> Part:
        """Returns the image as a part of a message in OpenAI's format, which LangChain also reads."""
        return {"type": "image_url", "image_url": {"url": self.url}}

    @property
    def url(self) -> str:
        return f"data:{self.type};base64,{self.data}"

    @property
    def content(self) -> bytes:
        import base64

        return base64.b64decode(self.data)


def content_of(text: str, images: Sequence[Image]) -> str | list[Part]:
    """Returns the content of a message: its text, or a list of parts if it has images."""
    if not images:
        return text
    words: list[Part] = [{"type": "text", "text": text}] if text else []
    return [*words, *(image.as_part() for image in images)]


def extend_content(content: object, text: str, images: Sequence[Image]) -> str | list[object]:
    """Returns the content of a message with a text and images after it. It stays a string if it was one and there are no
    images.
    """
    if isinstance(content, list):
        return [*content, *([{"type": "text", "text": text}] if text else []), *(image.as_part() for image in images)]
    return content_of("\n\n".join(part for part in (str(content), text) if part), images)


def text_of_content(content: object) -> object:
    """Returns the text of a message whose content may be a list of parts, with a note in place of each image."""
    if not isinstance(content, list):
        return content
    return "\n".join(str(part["text"]) if part.get("type") == "text" else note_of(None) for part in content)


def note_of(name: str | None) -> str:
    """Returns what stands for an image that is left out."""
    return "[image]" if name is None else f"[image: {name}]"


def add_files(
    data: Mapping[str, object], conversation: object, received: Mapping[str, Received]
) -> tuple[dict[str, object], list[Image], str]:
    """Returns the input with the texts in its message and without its files, the images, and the texts if the input has
    no message, such as that of a prompt. Adds the files of earlier turns to `conversation`, which is JobConversation in
    runtime/protocol/job.ts. Raises AnswerError for a file that is neither a text nor an image.
    """
    rest = {name: value for name, value in data.items() if name != FIELD}
    text, images = _read(str(data.get("message") or ""), data.get(FIELD), received)
    attached = "" if "message" in data else text
    if text and not attached:
        rest["message"] = text
    if isinstance(conversation, dict):
        for turn in conversation["history"]:
            # Models and their clients refuse messages with other fields.
            turn["content"] = content_of(*_read(turn["content"], turn.pop(FIELD, None), received))
    return rest, images, attached


def _read(text: str, ids: object, received: Mapping[str, Received]) -> tuple[str, list[Image]]:
    import base64

    texts, images = [text] if text else [], []
    for number in ids if isinstance(ids, list) else []:
        file = received[str(number)]
        with open(file.path, "rb") as opened:
            content = opened.read()
        if file.type in _IMAGES:
            images.append(Image(file.name, file.type, base64.b64encode(content).decode()))
        elif file.type.startswith("text/") or file.type in _TEXTS:
            texts.append(f'<file name="{file.name}">\n{content.decode(errors="replace")}\n</file>')
        else:
            raise AnswerError(
                f"This agent reads texts and images (PNG, JPEG, GIF, WebP) with a message. {file.name} is of the type "
                f"{file.type}. Convert it to one of these, and send it again."
            )
    return "\n\n".join(texts), images
