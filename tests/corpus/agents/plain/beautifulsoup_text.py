from bs4 import BeautifulSoup


def extract(html: str) -> dict:
    soup = BeautifulSoup(html, "html.parser")
    return {"headings": [h.get_text() for h in soup.find_all(["h1", "h2"])], "text": soup.get_text(" ", strip=True)}
