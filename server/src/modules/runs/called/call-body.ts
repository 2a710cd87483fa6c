import type { IncomingMessage } from "node:http";
import { LIMITS } from "@stoa/contract";
import { AppError } from "../../../platform/http/app-error.ts";
import { EXCESS_TEXTS, excessOf } from "../../../platform/http/json-depth.ts";

/** Much more than any agent takes; a longer body is cut off. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/** Reads what an agent gives another, as JSON. @throws AppError 400 or 413; it is as bounded as what people give. */
export async function readCallBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  /** The request itself stays: its connection carries the answer. */
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    /** Most clients read no answer before they have sent all: what is too much is let go, not left unread. */
    if (bytes > MAX_DISCARDED_BYTES) break;
    if (bytes <= LIMITS.inputMaxBytes) chunks.push(chunk);
  }
  if (bytes > LIMITS.inputMaxBytes)
    throw new AppError(413, "too_large", `What an agent is given has at most ${LIMITS.inputMaxBytes} bytes.`);
  const value = parsed(Buffer.concat(chunks).toString("utf8"));
  const excess = excessOf(value);
  if (excess) throw new AppError(400, "invalid_request", `${EXCESS_TEXTS[excess]}.`);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError(400, "malformed_json", "The request is not valid JSON.");
  }
}
