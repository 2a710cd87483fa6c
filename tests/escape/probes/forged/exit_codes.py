"""Exits with an arbitrary exit code after it has answered."""


def probe(given):
    attempt("answer", lambda: os.write(3, b'{"type":"result","value":"forged"}\n'))
    if given["close"]:
        os.closerange(0, 1024)
    os._exit(given["code"])
