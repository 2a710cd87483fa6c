/** Longer ones are no paths. */
const MAX_PATH_CHARS = 400;

/** A path with one kind of slash, without steps that lead nowhere. */
export function plainPath(path: string): string {
  if (path.length > MAX_PATH_CHARS) throw new Error(`A file's path may have ${MAX_PATH_CHARS} characters`);
  const parts: string[] = [];
  for (const part of path.trim().split(/[\\/]+/)) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** The texts that `{a,b}` within a pattern stands for; only the first of several, and no braces within braces. */
function alternatives(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (!braces) return [pattern];
  const [whole, inner = ""] = braces;
  return inner.split(",").map((choice) => pattern.replace(whole, () => choice));
}

/** `*` and `**` as signs of their own, so that a pattern is one sign after the other. */
function signsOf(pattern: string): string[] {
  return pattern.match(/\*\*\/?|[\s\S]/g) ?? [];
}

/** The places of a path that a sign leads to from another. */
function placesAfter(sign: string, path: string, begin: number): number[] {
  if (!sign.startsWith("*")) {
    const fits = begin < path.length && (sign === path[begin] || (sign === "?" && path[begin] !== "/"));
    return fits ? [begin + 1] : [];
  }
  const slash = sign === "*" ? path.indexOf("/", begin) : -1;
  const end = slash === -1 ? path.length : slash;
  return Array.from({ length: end - begin + 1 }, (_, offset) => begin + offset);
}

/** Whether a path fits a pattern: every place that can be reached is looked at once for each sign. */
function fits(pattern: string, path: string): boolean {
  let reached = new Set([0]);
  for (const sign of signsOf(pattern))
    reached = new Set([...reached].flatMap((place) => placesAfter(sign, path, place)));
  return reached.has(path.length);
}

/** @returns a test of paths against a pattern as shells write them. */
export function pathPattern(pattern: string): (path: string) => boolean {
  const patterns = alternatives(plainPath(pattern));
  return (path) => patterns.some((each) => fits(each, path));
}
