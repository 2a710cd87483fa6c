/** The names in a text with commas between them. */
export const splitNames = (text: string): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** Versions from one to another in tenths, as n8n counts them. */
export function versions(from: number, to: number): number[] {
  const made: number[] = [];
  for (let tenths = Math.round(from * 10); tenths <= Math.round(to * 10); tenths += 1) made.push(tenths / 10);
  return made;
}

/** The name of a type of n8n's AI package. */
export const toAiTypeNames = (name: string): string => `@n8n/n8n-nodes-langchain.${name}`;
