import os

import requests

API_KEY = os.environ["TAVILY_API_KEY"]


def search(query: str) -> list:
    response = requests.post(
        "https://api.tavily.com/search", json={"api_key": API_KEY, "query": query}, timeout=10
    )
    response.raise_for_status()
    return response.json()["results"]
