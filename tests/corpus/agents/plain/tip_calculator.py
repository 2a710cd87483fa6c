def calculate_tip(bill: float, percent: int = 15, people: int = 1) -> str:
    """Split a bill with tip between friends."""
    total = bill * (1 + percent / 100)
    return f"Each person pays ${total / people:.2f}"


if __name__ == "__main__":
    print(calculate_tip(100.0, 18, 3))
