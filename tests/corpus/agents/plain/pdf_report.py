import base64

from fpdf import FPDF


def make_pdf(title: str) -> str:
    """Returns a PDF as base64."""
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("helvetica", size=24)
    pdf.cell(0, 10, title)
    return base64.b64encode(bytes(pdf.output())).decode()
