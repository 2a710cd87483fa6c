from enum import Enum
from typing import Literal, Optional


class Detail(str, Enum):
    short = "short"
    long = "long"


def run(city: str, unit: Literal["celsius", "fahrenheit"] = "celsius", detail: Detail = Detail.short, note: Optional[str] = None) -> str:
    degrees = 20 if unit == "celsius" else 68
    return f"{city}: {degrees} ({detail.value})"
