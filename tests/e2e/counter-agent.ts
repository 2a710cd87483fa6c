/** A slow agent. For the message "count 60", it counts to 60 at a rate of twenty numbers per second. */
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
