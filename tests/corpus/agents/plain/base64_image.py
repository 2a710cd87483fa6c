import base64
import io

from PIL import Image, ImageDraw


def draw(text: str) -> str:
    """Draws a text and returns a PNG as base64."""
    image = Image.new("RGB", (200, 60), "white")
    ImageDraw.Draw(image).text((10, 20), text, fill="black")
    buffer = io.BytesIO()
    image.save(buffer, format="PNG")
    return base64.b64encode(buffer.getvalue()).decode()
