import { type AgentSort, NUMBER_MAX } from "@stoa/contract";
import * as z from "zod";
import { invalidField } from "../../../platform/http/app-error.ts";

/** The sort orders of a list. Relevance is the default of a search. */
export type SortOrder = AgentSort | "relevance";

/** The last agent of a page: the value it was sorted by, and its id. */
export interface Position {
  key: string;
  agentId: number;
}

const AgentNumber = z.int().min(1).max(NUMBER_MAX);
/** 18 digits always fit PostgreSQL's bigint. */
const WholeKey = z.string().regex(/^\d{1,18}$/);
/** Two digits of exponent always fit PostgreSQL's float8. */
const FractionKey = z.string().regex(/^(?:\d{1,19}(?:\.\d{1,20})?(?:e[+-]\d{1,2})?|Infinity)$/);

/** A key has the type of the column that its list is sorted by, so that the database can read it. */
const StoredPosition = z.union([
  z.tuple([z.enum(["most_run", "newest", "cheapest"]), WholeKey, AgentNumber]),
  z.tuple([z.enum(["relevance", "best_rated", "fastest"]), FractionKey, AgentNumber]),
]);

/**
 * Encodes a position. The cursor is opaque to clients and contains nothing else, so that a forged cursor gains nothing.
 */
export function encodeCursor(sort: SortOrder, position: Position): string {
  return Buffer.from(JSON.stringify([sort, position.key, position.agentId])).toString("base64url");
}

function decodeJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}

/** @throws AppError 400 for an invalid cursor or a cursor from a list in another order. */
export function decodeCursor(cursor: string, sort: SortOrder): Position {
  const position = StoredPosition.safeParse(decodeJson(cursor));
  if (!position.success || position.data[0] !== sort)
    throw invalidField("cursor", "cursor must be from a page of this list");
  const [, key, agentId] = position.data;
  return { key, agentId };
}
