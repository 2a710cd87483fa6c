from typing import List

import numpy as np
from openai import OpenAI


def cosine(a, b):
    return float(np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b)))


def compare(sentences: List[str]) -> List[List[float]]:
    """Returns the similarity of each pair of sentences."""
    client = OpenAI()
    vectors = [d.embedding for d in client.embeddings.create(model="text-embedding-3-small", input=sentences).data]
    return [[round(cosine(a, b), 3) for b in vectors] for a in vectors]


if __name__ == "__main__":
    print(compare(["dog", "puppy", "car"]))
