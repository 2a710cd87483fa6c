import type { ContentPart } from "@stoa/runtime/declarative";
import type { BinaryFile, Item } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";

/** The image types that the gateway accepts. */
const SHOWN = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** Returns an image as part of a chat message, or undefined if its type is not supported. */
export function toImagePart(
  { bytes, mimeType }: BinaryFile,
  detail?: "auto" | "low" | "high",
): ContentPart | undefined {
  if (!SHOWN.has(mimeType)) return undefined;
  const url = `data:${mimeType};base64,${Buffer.from(bytes).toString("base64")}`;
  return { type: "image_url", image_url: { url, ...(detail && { detail }) } };
}

/**
 * Returns the content of a user message: the text and the item's images, or only the text if the item has no images.
 */
export function withBinaryImages(text: string, item: Item | undefined): string | ContentPart[] {
  const images = Object.values(item?.binary ?? {}).flatMap((file) => toImagePart(file) ?? []);
  return images.length === 0 ? text : [{ type: "text", text }, ...images];
}

/** The time limit is short, because a model call waits for the image. */
const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 5;

/** Downloads an image for a model, because models do not open URLs. @throws NodeError if this fails */
export async function loadImage(
  context: NodeContext,
  url: string,
  detail: "auto" | "low" | "high",
  place: { field: string; itemIndex: number },
): Promise<ContentPart> {
  if (url.startsWith("data:")) return { type: "image_url", image_url: { url, detail } };
  const answer = await context.services.http
    .send({
      method: "GET",
      url,
      headers: { accept: "image/*" },
      maxRedirects: MAX_REDIRECTS,
      timeoutMs: TIMEOUT_MS,
      signal: context.signal,
    })
    .catch((error: unknown) => {
      context.signal.throwIfAborted();
      throw context.failure(`The image cannot be loaded: ${(error as Error).message}`, place);
    });
  const [mimeType = ""] = (answer.headers["content-type"] ?? "").split(";");
  const image =
    answer.status === 200 && toImagePart({ bytes: answer.body, mimeType: mimeType.trim() }, detail);
  if (!image)
    throw context.failure(
      `There is no image at '${url.slice(0, 200)}' (status ${answer.status}, type '${mimeType.slice(0, 60)}')`,
      place,
    );
  return image;
}
