import markdown
from bs4 import BeautifulSoup


def extract_links(markdown_text: str) -> list:
    html = markdown.markdown(markdown_text)
    return [a["href"] for a in BeautifulSoup(html, "html.parser").find_all("a")]
