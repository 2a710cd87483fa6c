import asyncio

from openai import AsyncOpenAI

client = AsyncOpenAI()


async def main(question: str) -> str:
    completion = await client.chat.completions.create(
        model="gpt-4.1-mini", messages=[{"role": "user", "content": question}]
    )
    return completion.choices[0].message.content


if __name__ == "__main__":
    asyncio.run(main("Why is the sky blue?"))
