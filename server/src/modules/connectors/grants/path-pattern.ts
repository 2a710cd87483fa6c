const ONE = "*";
const REST = "**";

const partsOf = (path: string) => path.slice(1).split("/");

/** Whether a concrete path is one that the pattern stands for: `*` is one part of a path, `**` any rest or none. */
export function matchesPath(pattern: string, path: string): boolean {
  const parts = partsOf(path);
  const wanted = partsOf(pattern);
  for (const [index, want] of wanted.entries()) {
    if (want === REST) return true;
    const part = parts[index];
    if (part === undefined || (want === ONE ? part === "" : want !== part)) return false;
  }
  return parts.length === wanted.length;
}

/** Whether every path of the second pattern is one of the first. */
export function coversPath(wide: string, narrow: string): boolean {
  const [wides, narrows] = [partsOf(wide), partsOf(narrow)];
  for (const [index, part] of wides.entries()) {
    if (part === REST) return true;
    const other = narrows[index];
    if (other === undefined || other === REST) return false;
    // One part of a path is never empty, and only it covers itself.
    if (part === ONE ? other === "" : part !== other) return false;
  }
  return narrows.length === wides.length;
}
