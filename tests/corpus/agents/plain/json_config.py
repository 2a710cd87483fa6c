import json

CONFIG = json.loads('{"greeting": "Ciao", "suffix": "!"}')


def greet(message, config=None):
    cfg = {**CONFIG, **(config or {})}
    return cfg["greeting"] + " " + message + cfg["suffix"]
