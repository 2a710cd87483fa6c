import tiktoken
from openai import OpenAI

enc = tiktoken.encoding_for_model("gpt-4o")


def summarize(text: str, budget: int = 2000) -> str:
    tokens = enc.encode(text)[:budget]
    prompt = "Summarize: " + enc.decode(tokens)
    res = OpenAI().chat.completions.create(model="gpt-4o", messages=[{"role": "user", "content": prompt}])
    return res.choices[0].message.content
