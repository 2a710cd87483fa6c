"""Converts images of messages to AutoGen's, and removes them from its states."""

from __future__ import annotations

import io

from autogen_core import Image as AutoGenImage
from PIL import Image as Picture

from ..message_files import Image, note_of

# AutoGen sends each image to the model as PNG, in which a large photo exceeds the limits of requests. Vision models scale
# images to about this size themselves.
_LONGEST_SIDE = 1_024


def load_image(image: Image) -> AutoGenImage:
    """Returns an image for a message. Raises OSError if it is damaged."""
    picture = Picture.open(io.BytesIO(image.content))
    picture.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
    return AutoGenImage(picture)


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
