"""Tests the answers of the Document Processor."""

import json

import pytest
from seed_agents import load, rows, run

INVOICE = """INVOICE
From: Lumen Works GmbH
Bahnhofstrasse 12, 8001 Zurich
info@lumen.example
Bill to: Ada Finch
Invoice No: LW-88
Invoice date: 03/04/2025
Due date: 30 April 2025

Lamp | 3 | 40.00 | 120.00
Bulb, warm | 10 | 2.55 | 25.50

Subtotal: CHF 145.50
VAT (8%): CHF 11.64
Total due: CHF 157.14
IBAN: CH93 0076 2011 6238 5295 7
"""


def fields(text: str, **parameters: str) -> dict[str, str]:
    return {row[0]: row[1] for row in rows(run("document-processor", text, **parameters), "Fields")}


def test_invoice_fields_are_extracted() -> None:
    assert fields(INVOICE) == {
        "seller": "Lumen Works GmbH",
        "address": "Bahnhofstrasse 12, 8001 Zurich",
        "email": "info@lumen.example",
        "buyer": "Ada Finch",
        "invoice no": "LW-88",
        "invoice date": "2025-04-03",
        "due date": "2025-04-30",
        "IBAN": "CH93 0076 2011 6238 5295 7",
    }


def test_json_output_is_valid() -> None:
    body = json.loads(run("document-processor", INVOICE, output="json"))
    assert body["document_type"] == "invoice" and body["currency"] == "CHF"
    assert body["totals"] == {"subtotal": "145.50", "tax": "11.64", "total": "157.14"}
    assert body["line_items"][1] == {
        "description": "Bulb, warm",
        "quantity": "10",
        "unit_price": "2.55",
        "total": "25.50",
    }
    assert all(check["passed"] for check in body["checks"]) and len(body["checks"]) == 3


@pytest.mark.parametrize(
    ("right", "wrong", "text"),
    [
        ("157.14", "157.41", "Subtotal, tax, shipping and discount give 157.14; the total says 157.41"),
        ("3 | 40.00 | 120.00", "3 | 40.00 | 102.00", "3 x 40.00 is 120.00, not 102.00"),
        ("CHF 145.50", "CHF 154.50", "Line items add up to 145.50; the document says 154.50"),
    ],
)
def test_wrong_sum_is_found(right: str, wrong: str, text: str) -> None:
    answer = run("document-processor", INVOICE.replace(right, wrong))
    assert "Failed checks: " in answer and text in answer
    assert "failed" not in run("document-processor", INVOICE, output="table").lower()


def test_wrong_iban_is_found() -> None:
    table = rows(run("document-processor", INVOICE.replace("5295 7", "5295 8")), "Fields")
    assert [row[2:4] for row in table if row[0] == "IBAN"] == [["low", "check digits are wrong"]]


def test_valid_iban_gets_high_confidence() -> None:
    assert [row[2:4] for row in rows(run("document-processor", INVOICE), "Fields") if row[0] == "IBAN"] == [
        ["high", "check digits are right"]
    ]


def test_shipping_and_discount_count_toward_the_total() -> None:
    answer = run(
        "document-processor", "Subtotal: $100.00\nShipping: $7.50\nDiscount: $10.00\nTax: $8.00\nTotal: $105.50"
    )
    assert "| passed | Subtotal, tax, shipping and discount give 105.50; the total says 105.50 |" in answer


def test_ambiguous_dates_follow_the_parameter_and_are_marked() -> None:
    assert fields("Date: 03/04/2025", date_order="month-first")["date"] == "2025-03-04"
    answer = rows(
        run("document-processor", "Date: 03/04/2025\nSent 31/12/2025\nPaid on 5.6.2025\nNot a date: 31/02/2025"),
        "Fields",
    )
    assert [row[1:3] for row in answer if row[0] == "date"] == [
        ["2025-04-03", "low"],
        ["2025-12-31", "high"],
        ["2025-06-05", "medium"],
    ]


def test_letter_fields_are_extracted() -> None:
    answer = run(
        "document-processor",
        "Dear Ms Jane Roe,\n\nwe received EUR 1.234,56. Call +49 30 1234 5678 with questions about\nCase: 77-12\n\nKind regards",
    )
    assert answer.startswith("## Letter")
    found = {row[0]: row[1] for row in rows(answer, "Fields")}
    assert found == {"amount": "1,234.56 EUR", "phone": "+49 30 1234 5678", "case": "77-12", "recipient": "Ms Jane Roe"}


def test_form_labels_are_extracted() -> None:
    found = fields(
        "Application form\nFull name: Kofi Mensah\nDate of birth: 1990-02-28\nOccupation: Baker\nSignature: K. Mensah"
    )
    assert found == {
        "name": "Kofi Mensah",
        "date of birth": "1990-02-28",
        "occupation": "Baker",
        "signature": "K. Mensah",
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234.50", "1234.50"),
        ("1.234,50", "1234.50"),
        ("1'234.5", "1234.5"),
        ("1,234", "1234"),
        ("0.125", "0.125"),
        ("12", "12"),
    ],
)
def test_amounts_are_read_in_both_number_formats(text: str, value: str) -> None:
    assert str(load("document-processor").to_decimal(text)) == value


def test_text_without_fields_is_reported() -> None:
    assert run("document-processor", "Hello").startswith("## No fields found")
