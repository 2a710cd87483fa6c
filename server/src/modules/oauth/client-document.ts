import { text } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import * as z from "zod";
import { type Outbound, OutboundError } from "../../platform/outbound/outbound.ts";
import { REDIRECTS_FAIL } from "../../platform/outbound/redirect.ts";
import { type ClientMetadata, parseClientMetadata } from "./client-metadata.ts";
import { OauthError } from "./oauth-error.ts";

/**
 * The limits of a request for a document. A person is waiting for it. The specification recommends to read 5 KB; documents
 * with many redirect URIs are longer.
 */
const BOUNDS = { connectMs: 3_000, headMs: 5_000, idleMs: 3_000, totalMs: 8_000, maxBytes: 16 * 1024 };
/** How long a document is kept. The answer of the person follows within minutes, and a changed document is used soon. */
const CACHE_MS = 5 * 60_000;
/** The number of cached documents, which take at most 5 MB. */
const CACHE_ENTRIES = 1_000;

const Document = z.object({
  client_id: z.string(),
  token_endpoint_auth_method: z.string().optional(),
});

/** Reads the metadata documents of apps whose ID is the URL of their document. */
export class ClientDocuments {
  readonly #outbound: Outbound;
  readonly #known = new LRUCache<string, ClientMetadata>({ max: CACHE_ENTRIES, ttl: CACHE_MS });

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** @throws OauthError that says what is wrong with the URL, the response or the document */
  async read(clientId: string): Promise<ClientMetadata> {
    const known = this.#known.get(clientId);
    if (known) return known;
    const metadata = parseDocument(clientId, await this.#fetch(parseDocumentUrl(clientId)));
    this.#known.set(clientId, metadata);
    return metadata;
  }

  async #fetch(url: URL): Promise<string> {
    try {
      const answer = await this.#outbound.request({
        method: "GET",
        url,
        headers: { accept: "application/json", "user-agent": "stoa" },
        redirects: REDIRECTS_FAIL,
        bounds: BOUNDS,
      });
      if (answer.status === 200) return await text(answer.body);
      answer.body.destroy();
      throw createDocumentError(url.host, `the server responded with status ${answer.status}`);
    } catch (error) {
      if (error instanceof OutboundError) throw createDocumentError(url.host, error.message);
      throw error;
    }
  }
}

/** Returns whether a client's ID is the URL of a document. */
export function isDocumentUrl(clientId: string): boolean {
  return /^https?:/i.test(clientId);
}

function parseDocumentUrl(clientId: string): URL {
  const url = URL.canParse(clientId) ? new URL(clientId) : undefined;
  const isPlain = url?.protocol === "https:" && url.username === "" && url.password === "";
  // An ID that the parser changes, such as one with dot segments, would be another name for the same document.
  if (!url || !isPlain || url.pathname === "/" || clientId.includes("#") || url.href !== clientId)
    throw new OauthError(
      "invalid_request",
      "client_id must be the ID of a registered app, or the https URL of its metadata document with a path",
    );
  return url;
}

function parseDocument(clientId: string, content: string): ClientMetadata {
  const { host } = new URL(clientId);
  const document = Document.safeParse(parseJson(content));
  if (!document.success) throw createDocumentError(host, "it is not a JSON object with a client_id");
  const { client_id, token_endpoint_auth_method: method = "none" } = document.data;
  if (client_id !== clientId) throw createDocumentError(host, "its client_id is not the URL of the document");
  if (method !== "none")
    throw createDocumentError(
      host,
      `token_endpoint_auth_method must be none, because apps have no secrets here`,
    );
  return parseClientMetadata(parseJson(content));
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

const createDocumentError = (host: string, reason: string) =>
  new OauthError("invalid_request", `Could not use the app's metadata document on ${host}: ${reason}`);
