import type { JsonValue } from "@stoa/runtime/protocol";
import type { BinaryFile, JsonObject } from "../../model/item.ts";

/** One field of a multipart body. */
export interface FormPart {
  name: string;
  value: JsonValue | BinaryFile;
}

export type RequestBody =
  | { kind: "json"; value: JsonValue }
  | { kind: "urlencoded"; fields: JsonObject }
  | { kind: "multipart"; parts: readonly FormPart[] }
  | { kind: "bytes"; bytes: Uint8Array | string; type: string };

export type ArrayFormat = "brackets" | "indices" | "repeat";

/** What is to become of the answer, in either generation of the node's parameters. */
export interface AnswerWish {
  format: "autodetect" | "json" | "text" | "file";
  /** The field that a text or a file goes to. */
  outputField: string;
  fullResponse: boolean;
  /** Any status is an answer. */
  neverError: boolean;
}

/** A request as an item's parameters describe it: what a page of several may still change. */
export interface PlannedRequest {
  method: string;
  url: string;
  query: JsonObject;
  arrayFormat: ArrayFormat;
  /** Names in lower case, as HTTP/2 wants them and HTTP/1.1 does not care. */
  headers: Readonly<Record<string, string>>;
  body: RequestBody | undefined;
  maxRedirects: number;
  timeoutMs: number;
  answer: AnswerWish;
}

/** As many as n8n's HTTP client follows. */
export const MAX_REDIRECTS = 21;

/** n8n's own: five minutes. The run's end comes first where it is nearer. */
export const DEFAULT_TIMEOUT_MS = 300_000;
