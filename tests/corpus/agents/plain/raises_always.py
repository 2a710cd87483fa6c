def run(message: str) -> str:
    raise NotImplementedError("coming soon")
