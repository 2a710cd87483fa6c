import type { FoundPage } from "./search-service.ts";

/** A citation of a page in an answer's text, in the format of OpenAI's Responses API. */
export interface Citation {
  type: "url_citation";
  start_index: number;
  end_index: number;
  url: string;
  title: string;
}

/**
 * The maximum number of citations. An answer cites a few pages, but a hostile model could repeat one URL without end.
 */
const MAX_CITATIONS = 50;

/** Returns a citation wherever the text contains the URL of a found page, as a Markdown link or alone. */
export function findCitations(text: string, pages: readonly FoundPage[]): Citation[] {
  const titles = new Map(pages.map(({ url, title }) => [url, title]));
  const found: Citation[] = [];
  for (const match of text.matchAll(
    /\[[^\]\n]{0,300}\]\((https?:[^\s()]{1,2000})\)|https?:[^\s()<>"\]]{1,2000}/g,
  )) {
    const url = match[1] ?? match[0].replace(/[.,;:!?]+$/, "");
    const title = titles.get(url);
    if (title === undefined || found.length >= MAX_CITATIONS) continue;
    const end = match[1] === undefined ? match.index + url.length : match.index + match[0].length;
    found.push({ type: "url_citation", start_index: match.index, end_index: end, url, title });
  }
  return found;
}
