"""Tests the answers of the Contract Reviewer."""

import pytest
from seed_agents import rows, run

FILLER = (
    "This agreement sets out the terms on which the parties work together on the project described below in the annex."
)


def risks(text: str, **parameters: str) -> list[list[str]]:
    table = rows(run("contract-reviewer", f"{FILLER}\n\n{text}", **parameters), "Verdict")
    return [row for row in table if row[0] in ("high", "medium", "low")]


@pytest.mark.parametrize(
    ("clause", "severity", "name"),
    [
        ("The term shall automatically renew each year.", "high", "Automatic renewal"),
        ("The Supplier shall indemnify the Buyer against all claims.", "high", "One-sided indemnity"),
        ("In no event shall the Provider pay more than one dollar.", "high", "Liability excluded for the other side"),
        ("The Provider may change the fees at any time.", "high", "Change at will"),
        ("The Buyer may terminate this agreement at any time.", "high", "Termination without cause by one side"),
        ("The Author assigns to the Publisher all rights in the work.", "high", "Work and ideas are assigned"),
        ("The Employee shall not work for any competitor.", "high", "Non-compete"),
        ("The Supplier owes liquidated damages for each day of delay.", "high", "Penalty for breach"),
        ("The director gives a personal guarantee.", "high", "Personal guarantee"),
        ("All deposits are non-refundable.", "medium", "No refund"),
        ("The software is provided as is.", "medium", "No warranty"),
        ("Disputes go to binding arbitration.", "medium", "Arbitration or waived trial"),
        ("Invoices are payable within 45 days.", "medium", "Long payment term"),
        ("Invoices are payable within 90 days.", "high", "Long payment term"),
        ("A late fee of ten euros applies.", "low", "Interest on late payment"),
    ],
)
def test_each_risk_is_found_once(clause: str, severity: str, name: str) -> None:
    assert risks(f"7. {clause}") == [[severity, name, "clause 7", ""]]


@pytest.mark.parametrize(
    "clause",
    [
        "Each party shall indemnify the other against third-party claims.",
        "Either party may terminate this agreement at any time with notice.",
        "Neither party may assign this agreement without consent.",
        "The licence is non-exclusive.",
        "Invoices are payable within 30 days.",
        "The Buyer pays the fees set out in Annex A.",
    ],
)
def test_fair_wording_is_not_reported(clause: str) -> None:
    assert risks(f"7. {clause}") == []


def test_verdict_counts_points_and_sorts_by_severity() -> None:
    text = "1. A late fee applies.\n\n2. Deposits are non-refundable.\n\n3. The director gives a personal guarantee."
    answer = run("contract-reviewer", f"{FILLER}\n\n{text}")
    assert "**Some risk. Points to look at: 3, grave: 1** (8 risk points" in answer
    assert [row[2] for row in risks(text)] == ["clause 3", "clause 2", "clause 1"]
    assert [row[2] for row in risks(text, show="grave")] == ["clause 3"]


def test_risks_that_affect_the_reader_are_marked() -> None:
    clause = "4. The Contractor shall indemnify the Client against all losses."
    assert risks(clause, you_are="Contractor")[0][3] == "yes"
    assert risks(clause, you_are="Client")[0][3] == ""


def test_quotation_is_the_sentence_itself() -> None:
    answer = run(
        "contract-reviewer", f"{FILLER}\n\n9.2 Fees are due monthly. Deposits are non-refundable. Travel is extra."
    )
    assert "### No refund (clause 9.2)\n\n> Deposits are non-refundable.\n" in answer


def test_missing_provisions_are_listed() -> None:
    answer = run(
        "contract-reviewer",
        f"{FILLER}\n\n1. Fees are payable monthly.\n\n2. Governed by the laws of Norway.\n\n3. All information is confidential.",
    )
    listed = answer.split("## Not covered\n\n")[1].split("\n\n")[0].split("\n")
    assert "- Limit of liability" in listed and "- Force majeure" in listed
    assert not {"- Payment terms", "- Governing law", "- Confidentiality"} & set(listed)


def test_key_terms_and_duties_are_listed() -> None:
    text = "1. The initial term of 24 months begins now. The Buyer shall pay EUR 5,000. The Buyer must inspect.\n\n2. The Seller shall deliver. Notice: 60 days' written notice.\n\n3. Governed by the laws of New Zealand."
    answer = run("contract-reviewer", f"{FILLER}\n\n{text}")
    assert rows(answer, "Key terms") == [
        ["Governing law", "New Zealand"],
        ["Term", "24 months"],
        ["Amount", "EUR 5,000"],
        ["Notice", "60 days' written notice"],
    ]
    assert rows(answer, "Duties by party") == [["Buyer", "2"], ["Seller", "1"]]


def test_risks_are_found_in_a_clause_without_numbers() -> None:
    assert (
        risks("The parties cooperate. " * 3_000 + "The director gives a personal guarantee.")[0][1]
        == "Personal guarantee"
    )


def test_text_that_is_not_a_contract_is_refused() -> None:
    assert run("contract-reviewer", "Hello").startswith("## No contract found")
