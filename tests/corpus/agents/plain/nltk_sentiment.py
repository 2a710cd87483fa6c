import nltk
from nltk.sentiment import SentimentIntensityAnalyzer

nltk.download("vader_lexicon")
sia = SentimentIntensityAnalyzer()


def sentiment(text):
    return {"text": text, **sia.polarity_scores(text)}
