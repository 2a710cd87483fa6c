import { z } from "zod";
import type { NodeContext } from "../../../model/node-context.ts";

const ADDRESS = "https://en.wikipedia.org/w/api.php";
const PAGES = 3;
/** Of all pages together, what a model reads of it. */
const MAX_CHARS = 4_000;
const TIMEOUT_MS = 30_000;
const NOTHING = "No good Wikipedia Search Result was found";

const Found = z.object({
  query: z
    .object({
      pages: z.record(
        z.string(),
        z.object({ title: z.string(), extract: z.string().optional(), index: z.number().optional() }),
      ),
    })
    .optional(),
});

/** The beginnings of the pages that a search finds, the best first. */
export async function askWikipedia(context: NodeContext, input: string): Promise<string> {
  const query = new URLSearchParams({
    action: "query",
    format: "json",
    generator: "search",
    gsrsearch: input.slice(0, 300),
    gsrlimit: String(PAGES),
    prop: "extracts",
    exintro: "1",
    explaintext: "1",
    exlimit: String(PAGES),
  });
  const { status, body } = await context.services.http.send({
    method: "GET",
    url: `${ADDRESS}?${query.toString()}`,
    headers: { accept: "application/json", "user-agent": "Stoa" },
    maxRedirects: 2,
    timeoutMs: TIMEOUT_MS,
    signal: context.signal,
  });
  if (status !== 200) throw new Error(`Wikipedia answered with status ${status}`);
  const found = Found.parse(JSON.parse(new TextDecoder().decode(body)));
  const pages = Object.values(found.query?.pages ?? {}).sort(
    (one, other) => (one.index ?? 0) - (other.index ?? 0),
  );
  if (pages.length === 0) return NOTHING;
  return pages
    .map(({ title, extract = "" }) => `Page: ${title}\nSummary: ${extract}`)
    .join("\n\n")
    .slice(0, MAX_CHARS);
}
