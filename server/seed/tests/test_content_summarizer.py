"""Tests the answers of the Content Summarizer."""

import re

from seed_agents import rows, run

ARTICLE = """# The harbour bridge

The harbour bridge closed on Monday after inspectors found cracks in two of its steel cables. It carries 40,000 cars a day. Mr. Okafor of the city council spoke to reporters at 9.30 a.m. on the quay. The weather was mild.

The bridge was built in 1931. Its steel cables were replaced once, in 1978. The bridge cables are inspected every two years. Some residents like the view from the bridge.

Repairing the bridge cables will cost 12 million euros and take eight months. Buses will use the tunnel. Ferries will run every ten minutes. People may bring bicycles.

Overall, the council expects the bridge to reopen in spring with new steel cables. Nobody was hurt. Lunch was served."""


def quotes(answer: str) -> list[str]:
    return re.findall(r"^> (.*)$", answer, re.M)


def test_short_summary_contains_the_news() -> None:
    assert quotes(run("content-summarizer", ARTICLE, length="short")) == [
        "The harbour bridge closed on Monday after inspectors found cracks in two of its steel cables.",
        "Overall, the council expects the bridge to reopen in spring with new steel cables.",
    ]


def test_quotes_are_in_the_text_in_order() -> None:
    for length, count in (("short", 2), ("medium", 5), ("long", 8)):
        found = quotes(run("content-summarizer", ARTICLE, length=length))
        places = [ARTICLE.find(quote) for quote in found]
        assert len(found) == count and -1 not in places and places == sorted(places)


def test_sentences_do_not_end_at_abbreviations_and_decimals() -> None:
    answer = run("content-summarizer", ARTICLE, length="long")
    assert not any(quote.endswith(("Mr.", "9.")) for quote in quotes(answer))


def test_repeated_sentence_is_quoted_once() -> None:
    text = " ".join(
        ["Solar panels now cover the roof of every school in town."] * 5
        + ["The town pays its loan with the power it sells.", "Pupils read the meters on Fridays."]
    )
    found = quotes(run("content-summarizer", text, length="long"))
    assert len(found) == len(set(found)) == 3


def test_key_terms_and_size_are_reported() -> None:
    answer = run("content-summarizer", ARTICLE)
    assert rows(answer, "Key terms")[:3] == [["bridge", "7"], ["cables", "5"], ["steel", "3"]]
    size = rows(answer, "Size")
    assert size[0] == ["Your text", "119", "30 s"]


def test_figures_are_listed_with_their_sentence() -> None:
    assert "- **12 million**: Repairing the bridge cables will cost 12 million euros" in run(
        "content-summarizer", ARTICLE
    )


def test_headings_are_kept_with_their_quotations() -> None:
    text = "# Report\n\n## Water\n\nRivers fell to a record low this summer. The rivers feed three lakes. Rivers need rain.\n\n## Forests\n\nForest fires burned 900 hectares of pine. Forest crews came late. Pine forest burns fast."
    answer = run("content-summarizer", text, length="long")
    assert (
        answer.index("### Water")
        < answer.index("> Rivers fell")
        < answer.index("### Forests")
        < answer.index("> Forest fires")
    )


def test_text_without_spaces_is_summarized() -> None:
    text = "城市比周围的乡村更热。树木可以降低街道的温度。研究人员测量了一百二十条街道。树木需要水。"
    assert quotes(run("content-summarizer", text, length="short"))[0] in text


def test_too_short_text_is_refused() -> None:
    assert "(words: 1, sentences: 0)" in run("content-summarizer", "Hello")
