from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

TEXTS = ["the team won the match", "a goal in the final", "the bank raised rates", "shares fell on the market"]
LABELS = ["sport", "sport", "finance", "finance"]

model = make_pipeline(TfidfVectorizer(), LogisticRegression())
model.fit(TEXTS, LABELS)


def predict(text: str) -> dict:
    probabilities = model.predict_proba([text])[0]
    return {"label": model.predict([text])[0], "confidence": round(float(max(probabilities)), 3)}
