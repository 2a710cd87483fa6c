import csv
import io
import statistics


def run(csv_text: str, column: str = "people") -> dict:
    """Sums a column of a CSV text."""
    rows = list(csv.DictReader(io.StringIO(csv_text)))
    values = [float(row[column]) for row in rows]
    return {"rows": len(rows), "sum": sum(values), "mean": statistics.mean(values)}


if __name__ == "__main__":
    print(run("city,people\nRome,3"))
