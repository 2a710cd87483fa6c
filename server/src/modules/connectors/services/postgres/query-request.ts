import { describeValue } from "@stoa/contract/issue-messages";
import * as z from "zod";

/** The maximum number of queries per call: one for each item that a node usually has. */
const MAX_QUERIES = 1_000;
/** PostgreSQL's maximum number of parameters per query. */
const MAX_VALUES = 65_535;

/** Queries as agents send them. `$1` in a text is the first of its values. */
const QueryRequest = z.strictObject({
  queries: z
    .array(
      z.strictObject({
        text: z.string().min(1),
        values: z.array(z.json()).max(MAX_VALUES).optional(),
      }),
    )
    .min(1)
    .max(MAX_QUERIES),
  /** Whether all queries are undone if one fails. */
  transaction: z.boolean().optional(),
});
export type QueryRequest = z.infer<typeof QueryRequest>;

/** Parses queries. @returns `problem` if they are invalid */
export function readQueries(body: Uint8Array | undefined): { request: QueryRequest } | { problem: string } {
  try {
    const read = QueryRequest.safeParse(JSON.parse(Buffer.from(body ?? []).toString("utf8")), {
      error: describeValue,
    });
    if (read.success) return { request: read.data };
    const [issue] = read.error.issues;
    const place = issue?.path.map(String).join(".") ?? "";
    return { problem: `The queries are invalid${place && ` at ${place}`}: ${issue?.message ?? ""}` };
  } catch {
    return { problem: "The queries are not valid JSON. Send a JSON object." };
  }
}
