"""Opens images of messages with Pillow, for the frameworks that take its images."""

from __future__ import annotations

import io

from PIL import Image as Picture

from ..message_files import Image

# These frameworks send each image to the model as PNG, in which a large photo exceeds the limits of requests. Vision models
# scale images to about this size themselves.
_LONGEST_SIDE = 1_024


def open_picture(image: Image) -> Picture.Image:
    """Returns an image that is at most 1,024 pixels wide and high. Raises OSError if it is damaged."""
    picture = Picture.open(io.BytesIO(image.content))
    picture.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
    return picture
