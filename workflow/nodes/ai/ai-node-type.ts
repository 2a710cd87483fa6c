/** Splits a comma-separated list of names. */
export const splitNames = (text: string): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** Returns all version numbers from `from` to `to`, in steps of 0.1. */
export function versions(from: number, to: number): number[] {
  const counts: number[] = [];
  for (let tenths = Math.round(from * 10); tenths <= Math.round(to * 10); tenths += 1)
    counts.push(tenths / 10);
  return counts;
}

/** Returns the full name of a node type of n8n's AI package. */
export const toAiTypeNames = (name: string): string => `@n8n/n8n-nodes-langchain.${name}`;
