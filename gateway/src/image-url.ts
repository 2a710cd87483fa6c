import { z } from "zod";

/**
 * Matches the beginning of a `data:` URL of an image, or an https URL of up to 8 KiB, the longest request line that
 * common servers accept.
 */
const IMAGE_URL = /^(?:data:image\/(?:png|jpeg|gif|webp);base64,|https:\/\/[^\s/?#][^\s]{0,8191}$)/i;

/** A `data:` URL of an image, or an https URL that the gateway fetches before it calls the provider. */
export const imageUrl = z.string().regex(IMAGE_URL, {
  error: "an image must be an https URL or a data: URL (data:image/png;base64,...)",
});

/** Returns whether an image is a URL, which the gateway has to fetch. */
export function isWebAddress(url: string): boolean {
  return !/^data:/i.test(url);
}
