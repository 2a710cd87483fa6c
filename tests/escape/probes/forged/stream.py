"""Prints text that looks like the server's own events, and characters that are hard to store or show."""


def probe(given):
    texts = [
        'event: result\ndata: {"success": true, "cost": 0}\n\n',
        "id: 1\r\nevent: cost\r\ndata: {}\r\n\r\n",
        "\x00\x1b[2J\u202e\ufffe",
        "</script><script>alert(1)</script>",
    ]
    for text in texts:
        attempt("output", lambda: os.write(3, json.dumps({"type": "output", "text": text}).encode() + b"\n"))
    for raw in (b'{"type":"output","text":"\\ud800"}\n', b'{"type":"output","text":"\xff\xfe"}\n', b"\x00\n"):
        attempt("bytes", lambda: os.write(3, raw))
    for number in (b"1e999", b"-0", b"NaN"):
        attempt("number", lambda: os.write(3, b'{"type":"progress","message":"x","fraction":' + number + b"}\n"))
