import datetime
import decimal


def run(city):
    return {
        "city": city,
        "when": datetime.date(2026, 1, 1),
        "price": decimal.Decimal("1.50"),
        "raw": b"abc",
        "tags": {"a", "b"},
    }
