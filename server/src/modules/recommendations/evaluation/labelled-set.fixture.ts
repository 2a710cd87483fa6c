import { readFileSync } from "node:fs";
import { Category } from "@stoa/contract";
import * as z from "zod";

/** How well an agent answers a query: 3 is exactly what the user wants, 2 is useful, 1 is related. 0 is omitted. */
const Relevance = z.record(z.string(), z.int().min(1).max(3));

const LabelledAgent = z.strictObject({
  key: z.string(),
  developer: z.string(),
  name: z.string(),
  category: Category,
  price_per_token: z.number(),
  tags: z.array(z.string()),
  description: z.string(),
  documentation: z.string().min(50),
});
export type LabelledAgent = z.infer<typeof LabelledAgent>;

const LabelledQuery = z.strictObject({
  query: z.string(),
  category: Category.exactOptional(),
  max_price: z.number().exactOptional(),
  /** Whether the query shares a word, in any form, with the agents it looks for. */
  shares_words: z.boolean(),
  relevance: Relevance,
});
export type LabelledQuery = z.infer<typeof LabelledQuery>;

function readLines<S extends z.ZodType>(name: string, schema: S): z.output<S>[] {
  const text = readFileSync(new URL(name, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => schema.parse(JSON.parse(line)));
}

/** Reads the agents and the queries with their relevant agents; see README.md. */
export function readLabelledSet(): { agents: LabelledAgent[]; queries: LabelledQuery[] } {
  return {
    agents: readLines("agents.jsonl", LabelledAgent),
    queries: readLines("queries.jsonl", LabelledQuery),
  };
}

const Nonsense = z.strictObject({
  query: z.string(),
  set: z.enum(["tuning", "first", "second", "third", "validation", "unseen", "independent"]),
});

const Request = z.strictObject({ query: z.string(), set: z.enum(["validation", "independent"]) });

/** Reads further queries that agents of the set answer; see README.md. */
export function readRequests(set: z.infer<typeof Request>["set"]): string[] {
  return readLines("requests.jsonl", Request)
    .filter((line) => line.set === set)
    .map(({ query }) => query);
}

/** Reads queries that no agent of the set answers; see README.md. */
export function readNonsense(set: z.infer<typeof Nonsense>["set"]): string[] {
  return readLines("nonsense.jsonl", Nonsense)
    .filter((line) => line.set === set)
    .map(({ query }) => query);
}
