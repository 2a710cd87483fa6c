import * as z from "zod";
import { FILE_ID } from "./file-id.ts";
import { describeIssue } from "./issue-messages.ts";
import { LIMITS } from "./limits.ts";

// Schemas without a message of their own use these messages, both in the server and in the browser.
z.config({ customError: describeIssue });

/** Schemas of small values that several resources share. */

/** A point in time, ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime().meta({ id: "Timestamp" });

/** An amount in USD. The ledger is exact to the nano-USD; JSON contains a plain number. */
export const Usd = z.number().meta({ id: "Usd", description: "US dollars" });

/**
 * Parses a number that a form sends as text, in plain decimal notation. Any other text is returned unchanged, so that
 * number schemas reject it: JavaScript itself would also accept `0x1` and `1e-4`. An empty string means that the value
 * is missing.
 */
export function readDecimal(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (text === "") return undefined;
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : value;
}

/** The periods of the usage screens. */
export const Period = z.enum(["24h", "7d", "30d", "90d"]).meta({ id: "Period" });
export type Period = z.infer<typeof Period>;

/**
 * Any JSON value that a run takes or returns. Bodies are parsed as JSON before a schema sees them, so this checks
 * nothing. Client generators see an unconstrained schema, because many of them fail on a recursive one.
 */
export const Json: z.ZodType<Json, Json> = z.any().meta({ id: "Json", description: "Any JSON value" });
export type Json = z.core.util.JSONType;

/** Returns whether PostgreSQL can store a string, which can contain every character except NUL. */
export const isStorable = (text: string): boolean => !text.includes("\u0000");
export const NOT_STORABLE = "Text must not contain a NUL character";

const wholeNumber = z.coerce.number().int();

/** The paging of every list: `limit` with `offset`, or the `cursor` from the previous page. */
export const pageQuery = {
  limit: wholeNumber.min(1).max(LIMITS.pageMax).default(LIMITS.pageDefault),
  offset: wholeNumber.min(0).max(LIMITS.offsetMax).default(0),
  cursor: z.string().max(200).optional(),
};

/** The query of lists that are also available as a CSV file, with `format` or with `Accept: text/csv`. */
export const formatQuery = { format: z.enum(["json", "csv"]).optional() };

/** Returns the schema of a cursor that is the ID of an entry. */
export function createEntryCursor(prefix: string) {
  const id = new RegExp(`^${prefix}_[0-9a-f]{32}$`);
  return z.string().regex(id, "cursor must be from a page of this list").optional();
}

/** The cursor of the next page, or `null` on the last page. */
export const NextCursor = z.string().nullable();

/** The largest number of an agent or version: the maximum of PostgreSQL's integer. */
export const NUMBER_MAX = 2_147_483_647;
export const AgentId = wholeNumber.min(1).max(NUMBER_MAX);

/** An agent's ID in a body. Text such as `"28"` is accepted too, because forms and templates send it. */
export const BodyAgentId = z
  .preprocess(
    (value: number) => readDecimal(value),
    z.int({ error: "agent_id must be a whole number" }).min(1, "agent_id must be at least 1"),
  )
  .meta({ description: "ID of the agent. The same number as text is also accepted" });
export const RunId = z.string().regex(/^run_[0-9a-f]{32}$/, "This is not a valid run ID");

export const FileId = z.string().regex(FILE_ID, "This is not a valid file ID");

export const ConversationId = z.string().regex(/^conv_[0-9a-f]{32}$/, "This is not a valid conversation ID");
/** The number of a turn within its conversation. */
export const TurnNumber = z.int("A turn is a whole number").min(1, "A turn is at least 1").max(NUMBER_MAX);

export const Ok = z.object({ success: z.literal(true) }).meta({ id: "Ok" });
