import asyncio
from openai import AsyncOpenAI

aclient = AsyncOpenAI()


async def ask(prompt):
    r = await aclient.chat.completions.create(model="gpt-4o-mini", messages=[{"role": "user", "content": prompt}])
    return r.choices[0].message.content


async def analyse(text: str):
    """Analyses a text from three sides at the same time."""
    summary, tone, title = await asyncio.gather(
        ask(f"Summarise: {text}"), ask(f"Tone of: {text}"), ask(f"Title for: {text}")
    )
    return {"summary": summary, "tone": tone, "title": title}


if __name__ == "__main__":
    print(asyncio.run(analyse("The quick brown fox")))
