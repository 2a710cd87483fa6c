import time


async def handle(message):
    for word in f"You said {message}".split():
        yield word + " "
