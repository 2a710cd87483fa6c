const ONE = "*";
const REST = "**";

const splitPath = (path: string) => path.slice(1).split("/");

/** Returns whether a path matches a pattern: `*` matches one path segment, and `**` any number of segments. */
export function matchesPath(pattern: string, path: string): boolean {
  const parts = splitPath(path);
  const wanted = splitPath(pattern);
  for (const [index, want] of wanted.entries()) {
    if (want === REST) return true;
    const part = parts[index];
    if (part === undefined || (want === ONE ? part === "" : want !== part)) return false;
  }
  return parts.length === wanted.length;
}

/** Returns whether every path that matches the second pattern also matches the first. */
export function coversPath(wide: string, narrow: string): boolean {
  const [wides, narrows] = [splitPath(wide), splitPath(narrow)];
  for (const [index, part] of wides.entries()) {
    if (part === REST) return true;
    const other = narrows[index];
    if (other === undefined || other === REST) return false;
    // A path segment is never empty; a literal segment covers only itself.
    if (part === ONE ? other === "" : part !== other) return false;
  }
  return narrows.length === wides.length;
}
