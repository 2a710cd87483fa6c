from jinja2 import Template

TEMPLATE = Template(
    """Dear {{ customer }},

please pay {{ "%.2f"|format(amount) }} EUR within 14 days.
"""
)


def generate_invoice(customer: str, amount: float) -> str:
    return TEMPLATE.render(customer=customer, amount=amount)
