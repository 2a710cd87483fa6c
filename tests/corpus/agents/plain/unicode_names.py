def begrüße(stadt: str) -> str:
    """Grüßt eine Stadt."""
    return f"Grüß Gott, {stadt}! 🎉"
