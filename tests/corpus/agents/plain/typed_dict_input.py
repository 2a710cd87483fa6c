from typing import List, TypedDict


class Item(TypedDict):
    name: str
    price: float
    quantity: int


def total(items: List[Item], tax: float = 0.0) -> dict:
    subtotal = sum(item["price"] * item["quantity"] for item in items)
    return {"subtotal": subtotal, "total": round(subtotal * (1 + tax), 2)}
