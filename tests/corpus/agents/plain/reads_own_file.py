import json

with open("data.json") as f:
    DATA = json.load(f)


def lookup(word: str) -> str:
    return DATA.get(word, "unknown")
