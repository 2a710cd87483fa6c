from textblob import TextBlob


def analyze(text: str) -> str:
    polarity = TextBlob(text).sentiment.polarity
    return "positive" if polarity > 0 else "negative"
