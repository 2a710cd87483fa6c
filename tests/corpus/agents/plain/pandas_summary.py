import io

import pandas as pd


def run(csv_text: str) -> dict:
    """Total sales per city from a CSV."""
    df = pd.read_csv(io.StringIO(csv_text))
    return df.groupby("city")["sales"].sum().to_dict()


if __name__ == "__main__":
    print(run("city,sales\nParis,3\nParis,4\n"))
