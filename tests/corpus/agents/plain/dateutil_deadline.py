# /// script
# requires-python = ">=3.10"
# dependencies = ["python-dateutil>=2.9"]
# ///
from dateutil import parser
from dateutil.relativedelta import relativedelta


def run(start: str, months: int) -> str:
    return str((parser.parse(start) + relativedelta(months=months)).date())


print(run("2024-12-24", 2))
