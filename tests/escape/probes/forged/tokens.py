"""Sends forged token counts, costs and receipts to the host and to the gateway."""

import urllib.request


def probe(given):
    claims = [
        {"type": "usage", "prompt_tokens": 0, "completion_tokens": 0, "tokens": -5},
        {"type": "cost", "tokens": 0, "cost": 0},
        {"type": "receipt", "tokens_charged": 0, "cost": 0},
        {"type": "result", "value": "forged", "tokens_used": 0, "cost": -1, "success": True},
        {"__proto__": {"cost": 0}, "type": "log", "level": "info", "message": "x", "tokens": -1},
    ]
    for claim in claims:
        attempt(claim["type"], lambda: os.write(3, json.dumps(claim).encode() + b"\n"))
    return _call_model() if given["calls_model"] else "Words whose price is known."


def _call_model():
    honest = {"model": "stoa-basic", "messages": [{"role": "user", "content": "Summarise: The sea is wide."}]}
    claim = {"usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}}
    attempt("usage in a request", lambda: _post(honest | claim))
    return _post(honest)["usage"]


def _post(body):
    headers = {"content-type": "application/json", "authorization": f"Bearer {os.environ['OPENAI_API_KEY']}"}
    headers |= {"openai-processing-ms": "0", "x-stoa-tokens": "0", "x-usage": "0"}
    url = f"{os.environ['OPENAI_BASE_URL']}/chat/completions"
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)
