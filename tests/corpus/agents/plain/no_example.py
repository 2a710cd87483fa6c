from datetime import date


def days_until(day: str) -> int:
    return (date.fromisoformat(day) - date(2026, 1, 1)).days
