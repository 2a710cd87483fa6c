"""Tests the answers of the Loan Planner. Payments agree with the annuity formula and published tables."""

from decimal import Decimal

import pytest
from seed_agents import load, rows, run


@pytest.mark.parametrize(
    ("message", "payment", "interest"),
    [
        ("Borrow $200,000 at 6% for 30 years", "$1,199.10", "$231,677.04"),
        ("20k at 6.5% over 60 months", "391.32", "3,479.43"),
        ("a loan of €12,000, 0% for 2 years", "€500.00", "€0.00"),
    ],
)
def test_payment_and_interest_are_computed(message: str, payment: str, interest: str) -> None:
    answer = run("loan-planner", message)
    assert answer.startswith(f"## {payment} a month")
    assert f"costs **{interest}** of interest" in answer


def test_extra_payments_shorten_the_loan() -> None:
    answer = run("loan-planner", "$250,000 at 5.2% for 25 years with an extra $200 a month")
    assert "Paid off in **19 years 9 months**, 5 years 3 months sooner" in answer
    assert rows(answer, "With $200.00 more")[1] == ["Months", "300", "237"]


def test_yearly_table_adds_up_to_the_loan() -> None:
    table = rows(run("loan-planner", "Borrow 30,000 at 4% for 10 years"), "Repayment")
    assert len(table) == 10 and table[-1][3] == "0.00"
    assert sum(Decimal(row[1].replace(",", "")) for row in table) == 30_000


def test_time_to_repay_is_computed() -> None:
    answer = run("loan-planner", "How long to pay off a 5,000 card at 22% paying 150 a month?")
    assert (
        answer.startswith("## Paid off in 4 years 4 months")
        and "52 payments and costs **2,798.09** of interest" in answer
    )


def test_payment_below_the_interest_never_repays_the_debt() -> None:
    answer = run("loan-planner", "pay off 5000 at 30% paying 100 per month")
    assert answer.startswith("## This debt would never be repaid") and "**125.00**" in answer


def test_affordable_amount_is_computed() -> None:
    answer = run("loan-planner", "What can I borrow if I can afford €1,200 a month at 4% over 25 years?")
    assert answer.startswith("## You could borrow €227,342.97")


def test_offers_are_compared() -> None:
    answer = run("loan-planner", "Borrow 20k: 6.5% for 5 years or 5.9% for 7 years")
    assert answer.startswith("## Offer 1 costs least")
    assert [row[1:4] for row in rows(answer, "Offer 1")] == [
        ["5 years", "391.32", "3,479.43"],
        ["7 years", "291.21", "4,462.02"],
    ]


def test_payment_and_term_can_be_given_together() -> None:
    assert "## With 208.68 more each month" in run("loan-planner", "20,000 at 6.5% for 5 years, paying 600 a month")
    assert "300.00 a month is not enough for that term" in run(
        "loan-planner", "20,000 at 6.5% for 5 years, paying 300 a month"
    )


def test_monthly_detail_lists_the_months() -> None:
    table = rows(run("loan-planner", "1,000 at 12% for 3 months", detail="monthly"), "Repayment")
    assert table == [
        ["1", "340.02", "10.00", "330.02", "669.98"],
        ["2", "340.02", "6.70", "333.32", "336.66"],
        ["3", "340.03", "3.37", "336.66", "0.00"],
    ]


def test_impossible_loan_is_reported() -> None:
    assert run("loan-planner", "100,000 at 200% for 99 years").startswith("## ")


def test_missing_facts_are_named() -> None:
    answer = run("loan-planner", "Borrow 10,000")
    assert "the yearly interest rate" in answer and "the term" in answer and "the amount" not in answer


def test_schedule_ends_at_zero_with_any_rounding() -> None:
    planner = load("loan-planner")
    for amount in range(1_000, 1_100):
        loan = planner.Loan(Decimal(amount), Decimal("7.77"), 13, planner.annuity(Decimal(amount), Decimal("7.77"), 13))
        months = planner.schedule(loan)
        assert len(months) == 13 and months[-1].balance == 0
        assert sum(month.principal for month in months) == amount
