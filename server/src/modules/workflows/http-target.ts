import { decodeFrame } from "@stoa/runtime/gateway-http";
import * as z from "zod";
import { RouteRefusal } from "../../platform/run-routes/route-refusal.ts";

/** The maximum length of a URL. Some APIs have long queries. */
const MAX_URL_CHARS = 16 * 1024;
const MAX_HEADERS = 100;
const MAX_TIMEOUT_MS = 300_000;
const MAX_REDIRECTS = 21;

/** The characters that a header may contain (RFC 9110, 5.5); Node refuses to send others. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/;

const Head = z.object({
  method: z.string().regex(/^[A-Z]{1,20}$/),
  url: z.url({ protocol: /^https?$/ }).max(MAX_URL_CHARS),
  headers: z
    .record(z.string().regex(NAME), z.string().regex(VALUE))
    .refine((headers) => Object.keys(headers).length <= MAX_HEADERS),
  maxRedirects: z.int().min(0).catch(MAX_REDIRECTS),
  timeoutMs: z.number().positive().catch(MAX_TIMEOUT_MS),
  streams: z.boolean().default(false),
});

/** The remedies for the parts of a request that can be invalid. */
const REMEDIES: Readonly<Record<string, string>> = {
  method: "Use an HTTP method such as GET.",
  url: `Use an http or https URL with at most ${MAX_URL_CHARS} characters.`,
  headers: `Send at most ${MAX_HEADERS} headers, and use only characters that HTTP allows in them.`,
};

/** A request that a workflow wants to send. */
export interface OutgoingRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: Buffer | undefined;
  maxRedirects: number;
  timeoutMs: number;
  /** Whether the answer is passed on as it arrives. */
  streams: boolean;
}

/** Parses a run's request. @throws RouteRefusal 400 that names the invalid field */
export function parseRequest(message: Buffer): OutgoingRequest {
  const parts = decodeFrame(message);
  const read = Head.safeParse(parts?.head);
  if (!parts || !read.success) {
    const path = read.error?.issues[0]?.path.map(String) ?? [];
    const [part = "format"] = path;
    const problem = `The request cannot be sent: its ${path.join(".") || part} is invalid.`;
    const remedy = REMEDIES[part];
    throw new RouteRefusal(remedy === undefined ? problem : `${problem} ${remedy}`, {
      status: 400,
      code: "bad_request",
    });
  }
  const { url, maxRedirects, timeoutMs, ...head } = read.data;
  return {
    ...head,
    url: new URL(url),
    body: parts.body.byteLength === 0 ? undefined : parts.body,
    maxRedirects: Math.min(maxRedirects, MAX_REDIRECTS),
    timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS),
  };
}
