import polars as pl


def report(rows: list[dict]) -> list[dict]:
    frame = pl.DataFrame(rows)
    return frame.group_by("city").agg(pl.col("sales").sum()).to_dicts()


if __name__ == "__main__":
    print(report([{"city": "Oslo", "sales": 1}]))
