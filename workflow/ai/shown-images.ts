import type { ContentPart } from "@stoa/runtime/declarative";
import type { BinaryFile, Item } from "../model/item.ts";

/** The kinds of images that the gateway passes on. */
const SHOWN = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** An image as a model sees it. Undefined where it is of another kind. */
export function shownImage(
  { bytes, mimeType }: BinaryFile,
  detail?: "auto" | "low" | "high",
): ContentPart | undefined {
  if (!SHOWN.has(mimeType)) return undefined;
  const url = `data:${mimeType};base64,${Buffer.from(bytes).toString("base64")}`;
  return { type: "image_url", image_url: { url, ...(detail && { detail }) } };
}

/** A text with the images of an item, as a person's message. */
export function textWithImages(text: string, item: Item | undefined): string | ContentPart[] {
  const images = Object.values(item?.binary ?? {}).flatMap((file) => shownImage(file) ?? []);
  return images.length === 0 ? text : [{ type: "text", text }, ...images];
}
