"""Data Analyzer: finds the table in a message, types its columns and answers each question with exact decimals."""

import csv
import json
import math
import operator
import re
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations, islice, pairwise
from statistics import median, quantiles

import stoa

MAX_CHARACTERS = 200_000  # several thousand rows: more than a chat message holds, still well under a second
MAX_COLUMNS, MAX_QUESTIONS = 30, 6  # more of either cannot be read comfortably in one answer
MONTHS = "january february march april may june july august september october november december".split()
NUMBER = re.compile(r"(?P<us>\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,9})?|\d{1,18}(?:\.\d{1,9})?)|(?P<eu>(?:\d{1,18}|\d{1,3}(?:\.\d{3}){1,5}),\d{1,9})")
DATE = re.compile(r"(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?(?:[T ].{0,20})?")
SIGNS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "at least": operator.ge, "at most": operator.le,
         "more than": operator.gt, "less than": operator.lt, "over": operator.gt, "above": operator.gt, "under": operator.lt, "below": operator.lt}
COMPARISON = re.compile(rf"({'|'.join(SIGNS)})\s{{0,3}}[$€£]?(\d[\d,]{{0,15}}(?:\.\d{{1,6}})?)")
OPERATIONS = {"correlation": r"correlat|relationship|related", "outliers": r"outlier|anomal|unusual",
              "trend": r"trend|over time|growth|grown?\b|grew|develop|increas|decreas"}
AGGREGATES = {
    "median": r"\bmedian", "average": r"\baverage|\bmean\b|\bavg\b|\btypical", "count": r"\bhow many\b|\bcount\b|\bnumber of\b",
    "total": r"\btotal|\bsum\b|\boverall\b|\bhow much\b|\bshare\b|\bpercentage\b|\bcompare\b"}
HIGH = r"\b(?:highest|largest|biggest|max|maximum|best|most|top)\b"
LOW = r"\b(?:lowest|smallest|min|minimum|worst|least|fewest|bottom|cheapest)\b"


@dataclass
class Column:
    """One column with its type: number, date, text, or id (a key, which is never summed)."""

    name: str
    cells: list[str]
    kind: str = "text"
    numbers: list[Decimal | None] = field(default_factory=list)
    order: list[tuple[int, ...] | None] = field(default_factory=list)
    marks: tuple[str, str] = ("", "")

    def show(self, value: Decimal) -> str:
        """Returns a value of this column with its currency sign or percent sign."""
        return ("-" if value < 0 else "") + self.marks[0] + plain(abs(value)) + self.marks[1]

    def values(self, rows: list[int]) -> list[Decimal]:
        return [n for i in rows if (n := self.numbers[i]) is not None]

    def groups(self, rows: list[int]) -> dict[str, list[int]]:
        """Returns the rows of each distinct cell."""
        found: dict[str, list[int]] = {}
        for i in rows:
            found.setdefault(self.cells[i], []).append(i)
        return found


@dataclass
class Table:
    columns: list[Column]
    size: int
    form: str
    question: str
    notes: list[str]

    def of(self, *kinds: str) -> list[Column]:
        return [column for column in self.columns if column.kind in kinds]


@dataclass
class Query:
    """One question: an operation on some rows, metrics and a group."""

    rows: list[int]
    operation: str = "aggregate"
    aggregate: str = "total"
    metrics: list[Column] = field(default_factory=list)
    group: Column | None = None
    condition: str = ""
    descending: bool = True
    limit: int = 0

    def label(self) -> str:
        return "rows" if self.aggregate == "count" else f"{self.aggregate} {self.metrics[0].name}"

    def compute(self, rows: list[int]) -> Decimal:
        if self.aggregate == "count":
            return Decimal(len(rows))
        numbers = self.metrics[0].values(rows) or [Decimal(0)]
        if self.aggregate == "median":
            return Decimal(median(numbers))
        return sum(numbers, Decimal(0)) / (len(numbers) if self.aggregate == "average" else 1)

    def show(self, value: Decimal) -> str:
        return plain(value) if self.aggregate == "count" else self.metrics[0].show(value)


def parse_number(cell: str) -> tuple[Decimal, tuple[str, str]] | None:
    """Reads '$1,234.50' as (1234.50, ('$', '')), '(12)' as negative and '3,5' as three and a half."""
    negative, text = "-" in cell.strip()[:2] or cell.strip().startswith("("), cell.strip("()+- ")
    marks = (text[:1] if text[:1] in "$€£" else "", "%" if text.endswith("%") else "")
    match = NUMBER.fullmatch(text.strip("-$€£% "))
    if match is None:
        return None
    number = Decimal(match["us"].replace(",", "") if match["us"] else match["eu"].replace(".", "").replace(",", "."))
    return (-number if negative else number), marks


def parse_date(cell: str) -> tuple[int, ...] | None:
    """Returns a key that sorts dates: ISO dates and months by name ('Mar', 'March 2025')."""
    text = cell.strip().lower()[:40]
    if iso := DATE.fullmatch(text):
        return int(iso[1]), int(iso[2]), int(iso[3] or 0)
    month, _, year = text.partition(" ")
    number = next((i for i, name in enumerate(MONTHS, 1) if len(month) >= 3 and name.startswith(month)), 0)
    return (int(year or 0), number, 0) if number and (not year or re.fullmatch(r"[0-9]{4}", year)) else None


def typed(name: str, cells: list[str], notes: list[str]) -> Column:
    """Returns the type that at least four of five filled cells have."""
    parsed, filled = [parse_number(cell) for cell in cells], max(1, sum(bool(cell) for cell in cells))
    column = Column(name, cells, "text", [value[0] if value else None for value in parsed], [parse_date(cell) for cell in cells])
    numeric = sum(value is not None for value in parsed)
    last_word = re.split(r"[\s_]", name.lower())[-1]
    if last_word in ("id", "no", "number", "code", "zip"):
        column.kind = "id"
    elif last_word == "year" and numeric == filled:
        column.kind, column.order = "date", [(int(n),) if n is not None else None for n in column.numbers]
    elif numeric >= 0.8 * filled:
        column.kind, column.marks = "number", Counter(value[1] for value in parsed if value).most_common(1)[0][0]
        notes += [f"Cells of **{safe(name)}** that are not numbers and were left out: {filled - numeric}."] if numeric < filled else []
    elif sum(key is not None for key in column.order) >= 0.8 * filled:
        column.kind = "date"
    return column


def read_json(message: str) -> tuple[list[list[str]], str, str] | None:
    for match in islice(re.finditer(r"\[\s{0,40}\{", message), 5):
        try:
            value, end = json.JSONDecoder().raw_decode(message, match.start())
        except (ValueError, RecursionError):
            continue
        objects = [item for item in value if isinstance(item, dict)]
        names = list(islice(dict.fromkeys(key for item in objects for key in item), MAX_COLUMNS))
        cells = [["" if item.get(name) is None else str(item[name]) for name in names] for item in objects]
        return [names, *cells], message[: match.start()] + "\n" + message[end:], "JSON"
    return None


def read_lines(message: str) -> tuple[list[list[str]], str, str] | None:
    """Returns the rows of the largest table in the message, the text around it and its format, or None without one."""
    lines = message.split("\n")
    prose = [line.rstrip().endswith(("?", ":", ".", "!")) and len(line.split()) >= 4 for line in lines]
    best: tuple[int, list[list[str]], str, str] = (1, [], "", "")
    for delimiter, form in (("\t", "TSV"), (";", "semicolon-separated text"), ("|", "Markdown table"), (",", "CSV")):
        start = 0
        while start < len(lines):
            end = start
            while end < len(lines) and delimiter in lines[end] and not prose[end]:
                end += 1
                if end + 1 < len(lines) and delimiter in lines[end + 1] and 0 < len(lines[end].strip()) < 30:
                    end += 1  # a row without the delimiter inside the table is a short row, not the table's end
            block = (line.strip().strip("|") if delimiter == "|" else line.strip(" \r") for line in lines[start:end])
            try:
                rows = [next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), []) for line in block]
            except csv.Error:  # Python's csv module refuses a cell above 131,072 characters
                rows = []
            rows = [row for row in rows if any(set(cell) - set("-: ") for cell in row)]
            regular = sum(len(row) == len(rows[0]) > 1 for row in rows)
            if regular > best[0]:
                question = (line for line in lines[:start] + lines[end:] if not line.startswith("```"))
                best = (regular, rows, "\n".join(question), form)
            start = end + 1
    return best[1:] if best[1] else None


def read_table(message: str) -> Table | None:
    if (found := read_json(message) or read_lines(message)) is None:
        return None
    (header, *body), question, form = found
    notes: list[str] = []
    if all(parse_number(cell) for cell in header):
        notes.append("The first row contains numbers, so it was read as data and the columns were numbered.")
        header, body = [f"column {i + 1}" for i in range(len(header))], [header, *body]
    if irregular := sum(len(row) != len(header) for row in body):
        notes.append(f"{irregular} of {len(body)} rows had a different number of cells than the header; "
                     "missing cells count as empty, surplus cells were left out.")
    names = [" ".join(name.split())[:60] or f"column {i + 1}" for i, name in enumerate(header[:MAX_COLUMNS])]
    names = [name if names.index(name) == i else f"{name} {i + 1}" for i, name in enumerate(names)]
    columns = [typed(name, [row[i].strip() if i < len(row) else "" for row in body], notes) for i, name in enumerate(names)]
    return Table(columns, len(body), form, question, notes) if body else None


def words_of(text: str) -> str:
    """Returns lower-case words between single spaces without a plural s, so that 'regions' finds 'region'."""
    words = re.findall(r"\w+", text.lower().replace("_", " "))
    return f" {' '.join(w[:-1] if len(w) > 3 and w.endswith('s') and not w.endswith('ss') else w for w in words)} "


def understand(question: str, table: Table) -> Query | None:
    """Returns one question as a Query, or None if it does not refer to the data."""
    text, words, query = question.lower(), words_of(question), Query(list(range(table.size)))
    found: dict[int, Column] = {}
    for column in sorted(table.columns, key=lambda c: -len(words_of(c.name))):
        name = words_of(column.name)
        if name.strip() and (at := words.find(name)) >= 0:
            found[at] = column
            words = words.replace(name, " " + "\0" * (len(name) - 2) + " ")
    mentioned = [found[at] for at in sorted(found)]
    query.metrics = [column for column in mentioned if column.kind == "number"]
    conditions: list[str] = []
    for column in table.of("text", "date"):
        distinct = dict.fromkeys(column.cells)
        wanted = [v for v in distinct if len(v) > 1 and words_of(v) in words and words_of(v).strip()] if len(distinct) <= 500 else []
        if wanted and len(wanted) < len(distinct):
            query.rows = [i for i in query.rows if column.cells[i] in wanted]
            conditions.append(f"{safe(column.name)} is {' or '.join(safe(v) for v in wanted[:8])}")
            query.group = column if len(wanted) > 1 else query.group
    comparison = COMPARISON.search(text)
    if comparison and table.of("number"):
        target = (query.metrics or table.of("number"))[-1]
        holds, limit = SIGNS[comparison[1]], Decimal(comparison[2].replace(",", ""))
        query.rows = [i for i in query.rows if (n := target.numbers[i]) is not None and holds(n, limit)]
        conditions.append(f"{safe(target.name)} {comparison[1]} {target.show(limit)}")
        query.metrics = [c for c in query.metrics if c is not target] or query.metrics
    query.condition = " and ".join(conditions)
    query.group = next((column for column in mentioned if column.kind != "number"), query.group)
    high, low, count = re.search(HIGH, text), re.search(LOW, text), re.search(rf"(?:{HIGH}|{LOW})\s(\d{{1,3}})\b", text)
    query.descending, query.limit = bool(high or not low), int(count[1]) if count else 0
    aggregate = next((name for name, pattern in AGGREGATES.items() if re.search(pattern, text)), "")
    query.operation = next((name for name, pattern in OPERATIONS.items() if re.search(pattern, text)), "aggregate")
    if query.operation == "aggregate" and (high or low) and query.group is None:
        query.operation = "rank"
    elif query.operation == "aggregate" and not (aggregate or high or low or (mentioned and (query.group or conditions))):
        return None
    query.aggregate = "total" if aggregate == "count" and query.metrics and not comparison else aggregate or "total"
    return query


def plain(value: Decimal) -> str:
    """Formats with thousands separators and two decimals, or none for whole numbers."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def safe(text: str) -> str:
    """Returns text that cannot break a Markdown table."""
    return " ".join((text if len(text) <= 60 else text[:57] + "...").replace("|", "\\|").split()) or "(empty)"


def grid(header: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(map(safe, line)) + " |" for line in [header, ["---"] * len(header), *rows])


def by_group(query: Query, group: Column, show: int) -> str:
    figures = [(name, query.compute(rows), len(rows)) for name, rows in group.groups(query.rows).items()]
    figures.sort(key=lambda figure: -figure[1] if query.descending else figure[1])
    shown = figures[: query.limit or show]
    whole, peak = sum(figure[1] for figure in figures), max(abs(figure[1]) for figure in shown) or Decimal(1)
    additive = query.aggregate in ("total", "count") and whole > 0 and min(figure[1] for figure in figures) >= 0
    rows = [[name, query.show(value), f"{100 * value / whole:.1f}%" if additive else "–", str(size),
             "█" * max(1, round(10 * abs(value) / peak))] for name, value, size in shown]
    lead = f"**{safe(shown[0][0])}** has the {'highest' if query.descending else 'lowest'} {safe(query.label())}: **{rows[0][1]}**"
    lead += f", {rows[0][2]} of {query.show(Decimal(whole))}." if additive else "."
    return f"{lead} {len(shown)} of {len(figures)} groups:\n\n" + grid([group.name, query.label(), "share", "rows", "size"], rows)


def ranked(query: Query, table: Table) -> str:
    metric, sign = query.metrics[0], -1 if query.descending else 1
    order = sorted((i for i in query.rows if metric.numbers[i] is not None), key=lambda i: sign * (metric.numbers[i] or 0))
    if not order:
        return f"**{safe(metric.name)}** has no number in these rows."
    lead = f"The {'highest' if query.descending else 'lowest'} {safe(metric.name)} is **{metric.show(metric.values(order)[0])}**."
    return f"{lead}\n\n" + grid([c.name for c in table.columns], [[c.cells[i] for c in table.columns] for i in order[: query.limit or 3]])


def trend(query: Query, table: Table, show: int) -> str:
    axis = query.group if query.group and query.group.kind == "date" else next(iter(table.of("date")), None)
    groups = axis.groups([i for i in query.rows if axis.order[i]]) if axis else {}
    if axis is None or len(groups) < 2:
        return "A trend needs a date column with at least two dates."
    points = sorted((axis.order[rows[0]] or (), name, query.compute(rows)) for name, rows in groups.items())
    steps = [(after[2] - before[2], after[1]) for before, after in pairwise(points)]
    first, last = points[0][2], points[-1][2]
    word = "rose" if last > first else "fell" if last < first else "stayed level"
    change = f" ({100 * (last - first) / first:+.1f}%)" if first > 0 else ""
    largest = max(steps, key=lambda step: abs(step[0]))
    rows = [[name, query.show(value), query.show(step[0])] for (_, name, value), step in zip(points, [(Decimal(0), ""), *steps], strict=True)]
    return (f"The {safe(query.label())} {word} from {query.show(first)} ({safe(points[0][1])}) to **{query.show(last)}** ({safe(points[-1][1])}){change}. "
            f"The largest step was {query.show(largest[0])} in {safe(largest[1])}.\n\n" + grid([axis.name, query.label(), "change"], rows[-max(show, 2) :]))


def correlation(query: Query, table: Table) -> str:
    found: list[tuple[float, str, int]] = []
    for a, b in combinations((query.metrics if len(query.metrics) > 1 else table.of("number"))[:8], 2):
        pairs = [(float(x), float(y)) for i in query.rows if (x := a.numbers[i]) is not None and (y := b.numbers[i]) is not None]
        mean_x, mean_y = (math.fsum(axis) / len(pairs) for axis in zip(*pairs, strict=True)) if pairs else (0.0, 0.0)
        spread = math.sqrt(math.fsum((x - mean_x) ** 2 for x, _ in pairs) * math.fsum((y - mean_y) ** 2 for _, y in pairs))
        if len(pairs) >= 3 and spread > 0:
            r = math.fsum((x - mean_x) * (y - mean_y) for x, y in pairs) / spread
            found.append((r, f"{safe(a.name)} and {safe(b.name)}", len(pairs)))
    if not found:
        return "A correlation needs two number columns that vary, with at least three rows."
    r, names, _ = max(found, key=lambda item: abs(item[0]))
    strength = "strong" if abs(r) >= 0.7 else "moderate" if abs(r) >= 0.4 else "weak"
    lead = f"**{names}** have a {strength} {'positive' if r >= 0 else 'negative'} correlation, r = **{r:.2f}**."
    return (f"{lead} Correlation is not cause.\n\n" + grid(["columns", "Pearson r", "rows"], [[pair, f"{value:.2f}", str(count)] for value, pair, count in found[:6]]))


def outliers(query: Query, table: Table, show: int) -> str:
    odd: list[list[str]] = []
    for metric in query.metrics or table.of("number"):
        numbers = metric.values(query.rows)
        if len(numbers) >= 4:
            q1, _, q3 = quantiles(numbers, n=4, method="inclusive")
            low, high = q1 - (q3 - q1) * 3 / 2, q3 + (q3 - q1) * 3 / 2
            odd += [[str(i + 1), metric.name, metric.show(n), f"{metric.show(low)} to {metric.show(high)}",
                     ", ".join(c.cells[i] for c in table.of("text", "date", "id")[:3])]
                    for i in query.rows if (n := metric.numbers[i]) is not None and not low <= n <= high]
    lead = f"**Outliers: {len(odd)}**, beyond 1.5 interquartile ranges (looked for in columns with four values or more)."
    return lead + ("\n\n" + grid(["row", "column", "value", "expected", "where"], odd[:show]) if odd else "")


def answer(query: Query, table: Table, show: int) -> str:
    if not query.rows:
        return f"No row matches: {query.condition}."
    if query.operation in ("correlation", "outliers"):
        return correlation(query, table) if query.operation == "correlation" else outliers(query, table, show)
    if not query.metrics and query.aggregate != "count":
        query.metrics = table.of("number")[-1:]
        if not query.metrics:
            return "The table has no number column to compute that with."
        table.notes.append(f"A question named no number column, so **{safe(query.metrics[0].name)}** (the last one) was used.")
    if query.operation in ("trend", "rank") and query.metrics:
        return ranked(query, table) if query.operation == "rank" else trend(query, table, show)
    if query.group is not None:
        return by_group(query, query.group, show)
    if query.aggregate == "count":
        return f"**{len(query.rows)}** of {table.size} rows."
    parts = [(m, Query(query.rows, metrics=[m], aggregate=query.aggregate)) for m in query.metrics]
    return " ".join(f"The {query.aggregate} of **{safe(m.name)}** is **{m.show(part.compute(query.rows))}** "
                    f"over {len(m.values(query.rows))} rows." for m, part in parts)


def overview(table: Table) -> list[str]:
    """Returns questions that suit any table, for a message without a question."""
    numbers = [c.name for c in table.of("number")]
    groups = [c for c in table.of("text") if len(set(c.cells)) <= max(2, table.size // 2)]
    what = f"total {numbers[-1]}" if numbers else "count"
    return [f"total {' and '.join(numbers)}" if numbers else what, *(f"{what} by {c.name}" for c in groups[:2]),
            *([f"trend of {what}"] if table.of("date") and numbers else []), *(["correlation", "outliers"] if numbers[1:] else [])]


def profile(table: Table) -> str:
    rows, everything = [], list(range(table.size))
    for column in table.columns:
        values = column.values(everything) if column.kind == "number" else []
        spread = f"{column.show(min(values))} to {column.show(max(values))}" if values else "–"
        rows.append([column.name, column.kind, str(sum(map(bool, column.cells))), str(len(set(column.cells))), spread])
    return grid(["column", "type", "filled", "distinct", "range"], rows)


@stoa.agent(
    name="Data Analyzer",
    description="Answers questions about a table in your message: totals, groups, top lists, trends, correlations and outliers.",
    features=["Reads CSV, TSV, Markdown tables and JSON rows", "Exact decimal arithmetic", "States every assumption"],
    use_cases=["Ask a sales export which region leads", "Find the outliers in a list of expenses"],
    tags=["csv", "statistics", "tables", "trend"], models=["default"],
    examples=[{"message": "What is the total revenue by region? How did revenue develop by month? Are there outliers in units?\n\n"
               "month,region,units,revenue\n2025-01,North,120,$2400.00\n2025-01,South,95,$1995.00\n2025-02,North,132,$2640.00\n"
               "2025-02,South,90,$1890.00\n2025-03,North,150,$3000.00\n2025-03,South,310,$6510.00"}],
)
def run(message: str, max_rows: int = 10) -> str:
    """Analyze the table in the message.

    Args:
        message: The questions in plain words and the table itself (CSV, TSV, Markdown or JSON rows).
        max_rows: How many rows a table in the answer may have, 1 to 50.
    """
    table = read_table(message[:MAX_CHARACTERS])
    if table is None:
        return ("## No table found\n\nPaste a table with a header row (CSV, TSV, Markdown or a JSON list of objects) and ask about it:\n\n```\n"
                "Which region has the highest revenue?\nregion,revenue\nNorth,1200\nSouth,900\n```")
    table.notes += [f"Only the first {MAX_CHARACTERS:,} characters were read."] if len(message) > MAX_CHARACTERS else []
    clauses = [c.strip() for c in re.split(r"[?!\n;]|\.\s|,? and (?=what|which|how|who|is|are|show)", table.question) if c.strip()]
    asked = [(clause, query) for clause in clauses[:50] if (query := understand(clause, table))][:MAX_QUESTIONS]
    if not asked:
        table.notes.append("I found no question I could compute, so this is an overview.")
        asked = [(clause.capitalize(), query) for clause in overview(table) if (query := understand(clause, table))]
    parts = [f"## {safe(title)}\n\n{answer(q, table, min(max(max_rows, 1), 50))}" + f"\n\n*Only rows where {q.condition}.*" * bool(q.condition) for title, q in asked]
    try:  # the server's language model says what the figures mean; its numbers are checked
        parts.insert(0, stoa.model("default").explain("\n\n".join(parts), "Say in three sentences what these results mean."))
    except stoa.ModelError as error:
        table.notes.append(f"Composed by rules alone: {error}.")
    parts.append(f"## The data\n\n{table.size} rows, {len(table.columns)} columns, read as {table.form}.\n\n{profile(table)}")
    if table.notes:
        parts.append("## What I assumed\n\n" + "\n".join(f"- {note}" for note in dict.fromkeys(table.notes)))
    return "\n\n".join(parts)
