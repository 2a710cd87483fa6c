import { RESUME_TEXTS } from "@stoa/contract";
import type { WaitAnswer } from "@stoa/workflow";
import { AppError, invalidField } from "../../../platform/http/app-error.ts";
import { isDeeperThan, MAX_JSON_DEPTH } from "../../../platform/http/json-depth.ts";
import { parseFormParts } from "./form-parts.ts";

type Sent = Pick<WaitAnswer, "body" | "files">;
type Values = Record<string, string | string[]>;

/**
 * The number of values in a body, which is more than a person fills in. A body that contains only separators would
 * otherwise yield a hundred thousand.
 */
const MAX_VALUES = 1_000;

/**
 * Returns the values by name. Several values with the same name become a list. Names such as `__proto__` are ordinary
 * keys.
 */
export function toNamedValues(entries: Iterable<[string, string]>): Values {
  const values = new Map<string, string | string[]>();
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    if (count > MAX_VALUES) throw createUnreadableError();
    const known = values.get(name);
    values.set(name, known === undefined ? value : [known, value].flat());
  }
  return Object.fromEntries(values);
}

/**
 * Parses a request body by its content type.
 * @throws AppError 400 if the body does not match the type, 415 if it is compressed
 */
export async function parseBody(bytes: Buffer, type: string, encoding: string | undefined): Promise<Sent> {
  if (encoding !== undefined && encoding !== "identity")
    throw new AppError(415, "unsupported_media_type", RESUME_TEXTS.encoding);
  if (bytes.byteLength === 0) return { body: {}, files: {} };
  const [kind = ""] = type
    .toLowerCase()
    .split(";", 1)
    .map((part) => part.trim());
  if (kind === "application/json" || kind.endsWith("+json")) return { body: parseJson(bytes), files: {} };
  if (kind === "application/x-www-form-urlencoded")
    return { body: toNamedValues(new URLSearchParams(bytes.toString())), files: {} };
  if (kind === "multipart/form-data") {
    const { texts, files } = await parseFormParts(bytes, type).catch(() => {
      throw createUnreadableError();
    });
    return { body: toNamedValues(texts), files: Object.fromEntries(files) };
  }
  if (kind === "" || kind.startsWith("text/") || kind.endsWith("xml"))
    return { body: bytes.toString(), files: {} };
  const file = { fileName: "data", mimeType: kind, data: bytes.toString("base64") };
  return { body: {}, files: { data: [file] } };
}

function parseJson(bytes: Buffer): WaitAnswer["body"] {
  let value: WaitAnswer["body"];
  try {
    value = JSON.parse(bytes.toString()) as WaitAnswer["body"];
  } catch {
    throw createUnreadableError();
  }
  if (isDeeperThan(value, MAX_JSON_DEPTH)) throw createUnreadableError();
  return value;
}

const createUnreadableError = () => invalidField("body", RESUME_TEXTS.unreadable);
