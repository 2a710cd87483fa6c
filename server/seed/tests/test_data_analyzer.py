"""Tests the answers of the Data Analyzer. Every expected figure was computed by hand from the table."""

from seed_agents import rows, run

SALES = """month,region,units,price
2025-01,North,10,2.50
2025-01,South,20,2.00
2025-02,North,30,2.50
2025-02,South,40,2.00
2025-03,North,50,3.50
2025-03,East,400,9.00"""


def ask(question: str, table: str = SALES, **parameters: int) -> str:
    return run("data-analyzer", f"{question}\n\n{table}", **parameters)


def test_total_by_group_includes_shares() -> None:
    answer = ask("What is the total units by region?")
    assert "**East** has the highest total units: **400**, 72.7% of 550." in answer
    assert [row[:4] for row in rows(answer, "What is the total units")] == [
        ["East", "400", "72.7%", "1"],
        ["North", "90", "16.4%", "3"],
        ["South", "60", "10.9%", "2"],
    ]


def test_average_median_and_count_are_computed() -> None:
    answer = ask("What is the average price? What is the median of units? How many rows in North?")
    assert "average of **price** is **3.58** over 6 rows" in answer
    assert "median of **units** is **35** over 6 rows" in answer
    assert "**3** of 6 rows." in answer and "*Only rows where region is North.*" in answer


def test_condition_on_a_number_filters_rows() -> None:
    answer = ask("Total units where price > 2.4")
    assert "total of **units** is **490** over 4 rows" in answer
    assert "price > 2.40" in answer


def test_top_and_lowest_are_ranked() -> None:
    answer = ask("Top 2 regions by units. Which region has the lowest average price?")
    assert [row[0] for row in rows(answer, "Top 2 regions")] == ["East", "North"]
    assert "**South** has the lowest average price: **2**" in answer


def test_trend_sums_each_period_in_chronological_order() -> None:
    answer = ask("How did units develop over time?", "month,units\nMarch,7\nJanuary,2\nFebruary,4\nMarch,1")
    assert "rose from 2 (January) to **8** (March) (+300.0%)" in answer
    assert rows(answer, "How did units") == [["January", "2", "0"], ["February", "4", "2"], ["March", "8", "4"]]


def test_correlation_is_computed() -> None:
    table = "a,b,c\n1,2,9\n2,4,7\n3,6,8\n4,8,1"
    answer = ask("Is there a correlation?", table)
    assert "**a and b** have a strong positive correlation, r = **1.00**" in answer
    assert ["a and c", "-0.83", "4"] in rows(answer, "Is there a correlation")


def test_outliers_are_found_by_interquartile_range() -> None:
    # Quartiles of 10 20 30 40 50 400 are 22.5 and 47.5, so the fences are -15 and 85.
    assert rows(ask("Outliers in units?"), "Outliers in units") == [["6", "units", "400", "-15 to 85", "2025-03, East"]]


def test_sums_are_exact_decimals() -> None:
    assert "is **0.30** over 3 rows" in ask("total of x", "x,y\n0.1,a\n0.1,b\n0.1,c")


def test_table_in_every_format_gives_the_same_answer() -> None:
    forms = {
        "TSV": "city\tsales\nRome\t1,200\nOslo\t800",
        "semicolon-separated text": "city;sales\nRome;1200,0\nOslo;800,0",
        "Markdown table": "| city | sales |\n| --- | ---: |\n| Rome | 1200 |\n| Oslo | 800 |",
        "JSON": '[{"city": "Rome", "sales": 1200}, {"city": "Oslo", "sales": 800}]',
    }
    for form, table in forms.items():
        answer = ask("total sales by city?", table)
        assert "**Rome** has the highest total sales: **1,200**, 60.0% of 2,000." in answer, form
        assert f"read as {form}." in answer


def test_currency_negative_and_quoted_cells_are_read() -> None:
    answer = ask("total amount", 'name,amount\n"Doe, Jane","$1,500.50"\nRoe,($200.25)\nPoe,-$0.25')
    assert "total of **amount** is **$1,300**" in answer


def test_malformed_rows_are_reported() -> None:
    answer = ask("total b", "a,b\n1,2\n3\n4,5,6\nx,n/a\n7,8\n9,10")
    assert "total of **b** is **25** over 4 rows" in answer
    assert "2 of 6 rows had a different number of cells" in answer
    assert "Cells of **a** that are not numbers and were left out: 1." in answer


def test_ids_and_years_are_not_summed() -> None:
    answer = ask("", "order_id,year,total_eur\n1001,2023,5\n1002,2024,6\n1003,2025,7")
    assert "total of **total_eur** is **18**" in answer
    assert [row[1] for row in rows(answer, "The data")] == ["id", "date", "number"]


def test_assumption_is_reported_if_no_column_is_named() -> None:
    assert "so **price** (the last one) was used" in ask("Which region is the best?")


def test_row_limit_applies() -> None:
    assert len(rows(ask("total units by region", max_rows=2), "total units by region")) == 2


def test_message_without_a_table_is_refused() -> None:
    assert run("data-analyzer", "Hello").startswith("## No table found")


def test_declared_example_is_answered() -> None:
    example = "region,units,revenue\nNorth,120,$2400.00\nSouth,95,$1995.00"
    assert "**North** has the highest total revenue: **$2,400**, 54.6% of $4,395." in ask(
        "total revenue by region?", example
    )
