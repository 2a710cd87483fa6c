import json
import os
import tempfile


def run(title: str) -> str:
    path = os.path.join(tempfile.gettempdir(), "report.json")
    with open(path, "w") as f:
        json.dump({"title": title}, f)
    with open(path) as f:
        return json.load(f)["title"]
