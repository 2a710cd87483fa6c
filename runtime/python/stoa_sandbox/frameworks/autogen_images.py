"""Converts images of messages to AutoGen's, and removes them from its states."""

from __future__ import annotations

from autogen_core import Image as AutoGenImage

from ..message_files import Image, note_of
from .pictures import open_picture


def load_image(image: Image) -> AutoGenImage:
    """Returns an image for a message. Raises OSError if it is damaged."""
    return AutoGenImage(open_picture(image))


def without_images(state: object) -> object:
    """Returns a saved state with a note in place of each image."""
    if isinstance(state, dict):
        return {name: without_images(value) for name, value in state.items()}
    if isinstance(state, list):
        return [note_of(None) if _is_image(item) else without_images(item) for item in state]
    return state


def _is_image(item: object) -> bool:
    """Returns whether an item of a message's content is an image, which AutoGen saves as its data alone."""
    return isinstance(item, dict) and item.keys() == {"data"} and isinstance(item["data"], str)
