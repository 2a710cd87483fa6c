"""Claims tokens, costs and receipts of its own making."""

import stoa


def probe(given):
    claims = [
        {"type": "usage", "prompt_tokens": 0, "completion_tokens": 0, "tokens": -5},
        {"type": "cost", "tokens": 0, "cost": 0},
        {"type": "receipt", "tokens_charged": 0, "cost": 0},
        {"type": "result", "value": "forged", "tokens_used": 0, "cost": -1, "success": True},
        {"__proto__": {"cost": 0}, "constructor": {"prototype": {"cost": 0}}, "type": "log", "level": "info", "message": "x"},
    ]
    for claim in claims:
        attempt(claim["type"], lambda: os.write(3, json.dumps(claim).encode() + b"\n"))
    if given["calls_model"]:
        stoa.model("stoa-basic").complete("Summarise: The sea is wide. The sea is deep.")
    return "The same words in every run, so that their price is known."
