"""Ends itself with a code of its own, after an answer."""


def probe(given):
    attempt("answer", lambda: os.write(3, b'{"type":"result","value":"forged"}\n'))
    if given["close"]:
        os.closerange(0, 1024)
    os._exit(given["code"])
