import io

import qrcode
import qrcode.image.svg


def make_qr(url: str) -> str:
    image = qrcode.make(url, image_factory=qrcode.image.svg.SvgImage)
    buffer = io.BytesIO()
    image.save(buffer)
    return buffer.getvalue().decode()
