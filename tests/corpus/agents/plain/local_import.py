from helpers import clean_text


def run(text: str) -> str:
    return clean_text(text)
