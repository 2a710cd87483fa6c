import openai

SYSTEM_PROMPT = """You are a support triage bot.
Classify the ticket as one of: billing, bug, feature."""

EXAMPLES = [
    ("I was charged twice", "billing"),
    ("The app crashes on start", "bug"),
]


def classify_ticket(ticket: str) -> dict:
    messages = [{"role": "system", "content": SYSTEM_PROMPT}]
    for text, label in EXAMPLES:
        messages.append({"role": "user", "content": text})
        messages.append({"role": "assistant", "content": label})
    messages.append({"role": "user", "content": ticket})
    response = openai.chat.completions.create(model="gpt-4o-mini", messages=messages, temperature=0, max_tokens=50)
    return {"label": response.choices[0].message.content, "tokens": response.usage.total_tokens}


if __name__ == "__main__":
    print(classify_ticket("Please add dark mode"))
