import time


def run(topic: str):
    """Streams a poem line by line."""
    for line in ["Roses are red,", "violets are blue,", f"{topic} is lovely,", "and so are you."]:
        yield line + "\n"
        time.sleep(0.01)
