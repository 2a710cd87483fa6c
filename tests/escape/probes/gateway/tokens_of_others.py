"""Calls models with another run's token, without a token, and with its own token, which must be the only one that
works.
"""

import urllib.request


def probe(given):
    address = os.environ.get("OPENAI_BASE_URL", given.get("base_url"))
    tokens = {"own": os.environ.get("OPENAI_API_KEY", ""), "of another run": given["token"], "none": "", "a guess": "rt_" + "A" * 32}
    for name, token in tokens.items():
        attempt(name, lambda: _call(address, token))


def _call(address, token):
    body = json.dumps({"model": "stoa-basic", "messages": [{"role": "user", "content": "hello"}]}).encode()
    request = urllib.request.Request(f"{address}/chat/completions", body, {"content-type": "application/json"})
    request.add_header("authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=10) as response:
        response.read()
