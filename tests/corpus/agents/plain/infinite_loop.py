import time


def run(message):
    while True:
        time.sleep(1)
