export interface PatchLine {
  readonly kind: "added" | "removed" | "same" | "place";
  readonly text: string;
}

/** Returns the lines of a unified diff without the file names, which carry no information here. */
export function getPatchLines(patch: string): PatchLine[] {
  const lines = patch.replace(/\n$/, "").split("\n");
  const start = lines.findIndex((line) => line.startsWith("@@"));
  return lines.slice(Math.max(0, start)).map((line) => {
    if (line.startsWith("@@")) return { kind: "place", text: line };
    if (line.startsWith("+")) return { kind: "added", text: line };
    return { kind: line.startsWith("-") ? "removed" : "same", text: line };
  });
}
