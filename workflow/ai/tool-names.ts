/** Providers take names of at most so many characters. */
const MAX_NAME_CHARS = 64;

/** A name that models can call, made of a node's. */
export function toolName(nodeName: string): string {
  const name = nodeName
    .trim()
    .replace(/[^a-zA-Z0-9_-]+/g, "_")
    .replace(/_{2,}/g, "_");
  return name.slice(0, MAX_NAME_CHARS) || "tool";
}
