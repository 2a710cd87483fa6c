/** A slow agent: the message "count 60" makes it count to 60, twenty numbers per second. */
export const COUNTER = `import time


def run(message: str):
    if not message.startswith("count"):
        yield f"I count. You said: {message}"
        return
    for number in range(1, int(message.split()[1]) + 1):
        yield f"{number} "
        time.sleep(0.05)
    yield "counted"
`;
