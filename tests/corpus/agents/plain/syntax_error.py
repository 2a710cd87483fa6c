def run(message: str) -> str
    return message
