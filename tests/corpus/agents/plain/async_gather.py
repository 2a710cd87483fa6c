import asyncio


async def forecast(city: str) -> str:
    await asyncio.sleep(0.01)
    return f"{city}: sunny"


async def main(cities: list[str]) -> list[str]:
    return await asyncio.gather(*(forecast(city) for city in cities))


if __name__ == "__main__":
    print(asyncio.run(main(["Berlin", "Madrid"])))
