from pydantic import BaseModel, Field


class Order(BaseModel):
    item: str
    quantity: int = Field(gt=0, le=100)


class Confirmation(BaseModel):
    text: str
    total: float


def run(order: Order) -> Confirmation:
    return Confirmation(text=f"{order.quantity} x {order.item}", total=order.quantity * 9.99)
