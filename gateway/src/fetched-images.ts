import type { ChatMessage, ChatRequest } from "./chat-request.ts";
import type { GatewaySession } from "./gateway.ts";
import { isWebAddress } from "./image-url.ts";
import { createInvalidRequest, type GatewayError } from "./openai-error.ts";
import { MAX_BODY_BYTES } from "./request-body.ts";

/** The largest image that Claude accepts. Other providers accept this much or more. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/**
 * The maximum number of image URLs per call. Comparing a dozen pictures is common, and each image takes time to fetch.
 */
const MAX_ADDRESSES = 16;
/** The time limit for all images of a call. The agent waits for them before its model is called. */
const FETCH_MS = 20_000;

/** The image types that every provider accepts, by the first bytes of the file. */
const TYPES: readonly [type: string, begins: (start: string) => boolean][] = [
  ["image/png", (start) => start.startsWith("\x89PNG\r\n\x1a\n")],
  ["image/jpeg", (start) => start.startsWith("\xff\xd8\xff")],
  ["image/gif", (start) => /^GIF8[79]a/.test(start)],
  ["image/webp", (start) => /^RIFF.{4}WEBP/s.test(start)],
];

/** Reports that an image could not be fetched. Agent code may read the message, which follows the name of the field. */
export class ImageRefused extends Error {
  override readonly name = "ImageRefused";
}

/**
 * Fetches an image for a run's call.
 * @throws ImageRefused if the run is not allowed to access the URL or the image could not be fetched
 */
export type FetchImage = (
  session: GatewaySession,
  address: URL,
  bounds: { maxBytes: number; timeoutMs: number; signal: AbortSignal },
) => Promise<Uint8Array>;

interface FetchOptions {
  session: GatewaySession;
  /** Undefined if this gateway fetches no images. */
  fetchImage: FetchImage | undefined;
  /** The request's original length. The sizes of fetched images are added to it. */
  bodyLength: number;
  /** Aborts when nobody is waiting for the answer. */
  signal: AbortSignal;
}

/**
 * Returns the request with image data in place of image URLs, so that no provider fetches a URL.
 * @throws GatewayError 400 naming the image that could not be fetched.
 */
export async function withFetchedImages(request: ChatRequest, options: FetchOptions): Promise<ChatRequest> {
  if (!request.messages.some(({ content }) => hasAddress(content))) return request;
  const images = new FetchedImages(options);
  const messages: ChatMessage[] = [];
  for (const [index, message] of request.messages.entries()) {
    if (message.role !== "user" || typeof message.content === "string") messages.push(message);
    else messages.push({ ...message, content: await images.replaceInParts(message.content, index) });
  }
  return { ...request, messages };
}

function hasAddress(content: ChatMessage["content"]): boolean {
  if (typeof content === "string" || content === null || content === undefined) return false;
  return content.some((part) => part.type === "image_url" && isWebAddress(part.image_url.url));
}

type UserParts = Exclude<Extract<ChatMessage, { role: "user" }>["content"], string>;

/** The images of one call. Each URL is fetched once. */
class FetchedImages {
  readonly #options: FetchOptions;
  readonly #deadline = performance.now() + FETCH_MS;
  readonly #urls = new Map<string, string>();
  #charsLeft: number;

  constructor(options: FetchOptions) {
    this.#options = options;
    this.#charsLeft = MAX_BODY_BYTES - options.bodyLength;
  }

  async replaceInParts(parts: UserParts, messageIndex: number): Promise<UserParts> {
    const fetched: UserParts = [];
    for (const [index, part] of parts.entries()) {
      if (part.type !== "image_url" || !isWebAddress(part.image_url.url)) fetched.push(part);
      else {
        const field = `messages[${messageIndex}].content[${index}].image_url.url`;
        const url = await this.#dataUrl(part.image_url.url, field);
        fetched.push({ ...part, image_url: { ...part.image_url, url } });
      }
    }
    return fetched;
  }

  async #dataUrl(written: string, field: string): Promise<string> {
    if (!URL.canParse(written)) throw createRefusal(field, "is not a valid URL");
    const address = new URL(written);
    const cached = this.#urls.get(address.href);
    if (cached === undefined && this.#urls.size >= MAX_ADDRESSES)
      throw createRefusal(
        field,
        `is one of more than ${MAX_ADDRESSES} image URLs. Send fewer images per call`,
      );
    const url = cached ?? (await this.#fetch(address, field));
    this.#urls.set(address.href, url);
    this.#charsLeft -= url.length;
    if (this.#charsLeft < 0)
      throw createRefusal(
        field,
        `makes the request larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB. Send fewer or smaller images`,
      );
    return url;
  }

  async #fetch(address: URL, field: string): Promise<string> {
    const { session, fetchImage, signal } = this.#options;
    if (fetchImage === undefined)
      throw createRefusal(
        field,
        "is a URL, but this server does not fetch images. Send the image as a data: URL",
      );
    const timeoutMs = Math.max(1, Math.ceil(this.#deadline - performance.now()));
    const bounds = { maxBytes: MAX_IMAGE_BYTES, timeoutMs, signal };
    const bytes = await fetchImage(session, address, bounds).catch((error: unknown) => {
      if (error instanceof ImageRefused) throw createRefusal(field, error.message);
      throw error;
    });
    const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
    const type = TYPES.find(([, begins]) => begins(start))?.[0];
    if (type === undefined)
      throw createRefusal(field, "is not a PNG, JPEG, GIF or WebP image. Send the URL of the image itself");
    return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
  }
}

function createRefusal(field: string, reason: string): GatewayError {
  return createInvalidRequest(`"${field}" ${reason}.`, field, "invalid_image_url");
}
