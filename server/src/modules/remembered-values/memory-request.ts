import type { IncomingMessage } from "node:http";
import { REMEMBERED_LIMITS, RememberedKey } from "@stoa/contract";
import { RouteRefusal } from "../../platform/run-routes/route-refusal.ts";

/** The store that a request names, and a key in it; without a key, the request is about the whole store. */
export interface Target {
  isShared: boolean;
  key: string | undefined;
}

const { keyMaxLength, ttlMaxSeconds } = REMEMBERED_LIMITS;
const BAD_KEY = new RouteRefusal(`A key must have 1 to ${keyMaxLength} characters, and no NUL character.`, {
  status: 400,
  code: "bad_key",
});
const BAD_TTL = new RouteRefusal(`ttl must be a whole number of seconds from 1 to ${ttlMaxSeconds}.`, {
  status: 400,
  code: "bad_ttl",
});
const BAD_CONDITION = new RouteRefusal('Use If-Match with the ETag of a value, or If-None-Match with "*".', {
  status: 400,
  code: "bad_condition",
});
const UNKNOWN_STORE = new RouteRefusal("Use /memory/person or /memory/shared.", {
  status: 404,
  code: "unknown_store",
});

/** Parses the path of a request, such as `/memory/person/a%2Fb`. @throws RouteRefusal 400 or 404 */
export function parseTarget(path: string): Target {
  const [, , store, ...rest] = path.split("/");
  if (store !== "person" && store !== "shared") throw UNKNOWN_STORE;
  const isShared = store === "shared";
  const [encoded] = rest;
  if (encoded === undefined) return { isShared, key: undefined };
  if (rest.length > 1) throw BAD_KEY;
  return { isShared, key: parseKey(encoded) };
}

function parseKey(encoded: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(encoded);
  } catch {
    throw BAD_KEY;
  }
  const key = RememberedKey.safeParse(decoded);
  if (!key.success) throw BAD_KEY;
  return key.data;
}

/** Returns when a new value expires, and what it may replace. @throws RouteRefusal 400 */
export function parseWriteOptions({ url = "", headers }: IncomingMessage): {
  ttl: number | undefined;
  expected: string | undefined;
} {
  const ttl = new URLSearchParams(url.split("?")[1]).get("ttl");
  if (ttl !== null && !(/^[1-9]\d{0,8}$/.test(ttl) && Number(ttl) <= ttlMaxSeconds)) throw BAD_TTL;
  return { ttl: ttl === null ? undefined : Number(ttl), expected: parseCondition(headers) };
}

function parseCondition(headers: IncomingMessage["headers"]): string | undefined {
  const { "if-match": match, "if-none-match": noneMatch } = headers;
  if (match === undefined && noneMatch === undefined) return undefined;
  if (match === undefined && noneMatch === "*") return "";
  const [, tag] = /^"([0-9a-f]{64})"$/.exec(match ?? "") ?? [];
  if (tag === undefined || noneMatch !== undefined) throw BAD_CONDITION;
  return tag;
}
