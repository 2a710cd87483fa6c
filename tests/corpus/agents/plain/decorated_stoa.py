import stoa


@stoa.agent(name="Greeter", examples=[{"city": "Oslo"}])
def greet(city: str) -> str:
    """Greets a city."""
    return f"Hello {city}"
