import { LIMITS } from "./limits.ts";

/** The images that model providers accept. */
const IMAGES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** Media types of text that do not begin with `text/`. */
const TEXTS = ["application/json", "application/xml", "application/yaml"];

/** Limits of the files that a model gets with a message, each with the reason for its value. */
export const MESSAGE_FILE_LIMITS = {
  /** The maximum size of one text: the same as for the whole input of a run, which models can read. */
  textBytes: LIMITS.inputMaxBytes,
  /** The maximum size of all images together. In base64, they fit in a request to the gateway, which has at most 8 MiB. */
  imageBytes: 5 * 1024 * 1024,
} as const;

/** Returns how a model gets a file of this media type, or undefined if it cannot. */
export function getMessageFileKind(type: string): "image" | "text" | undefined {
  if (IMAGES.includes(type)) return "image";
  return type.startsWith("text/") || TEXTS.includes(type) ? "text" : undefined;
}
