import base64
import io

from openai import OpenAI
from PIL import Image

client = OpenAI()


def run(color: str) -> str:
    picture = io.BytesIO()
    Image.new("RGB", (8, 8), color).save(picture, "PNG")
    encoded = base64.b64encode(picture.getvalue()).decode()
    response = client.chat.completions.create(
        model="gpt-4.1",
        messages=[
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": f"Is this {color}?"},
                    {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{encoded}"}},
                ],
            }
        ],
    )
    return response.choices[0].message.content


if __name__ == "__main__":
    print(run("red"))
