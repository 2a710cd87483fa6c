/** Longer ones are no paths. */
export const MAX_PATH_CHARS = 400;

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

/** The places of a path that a sign leads to from those that were reached before it. */
function reachedBy(sign: string, path: string, before: readonly boolean[]): boolean[] {
  const after: boolean[] = [];
  for (let place = 0; place <= path.length; place += 1) {
    const passed = path[place - 1];
    const isWithin = passed !== undefined && passed !== "/";
    after[place] = sign.startsWith("*")
      ? before[place] === true || (place > 0 && after[place - 1] === true && (isWithin || sign !== "*"))
      : place > 0 && before[place - 1] === true && (sign === passed || (sign === "?" && isWithin));
  }
  return after;
}

/** Whether a path fits a pattern: every place is looked at once for each sign. */
function fits(pattern: string, path: string): boolean {
  let reached: readonly boolean[] = [true];
  for (const sign of signsOf(pattern)) reached = reachedBy(sign, path, reached);
  return reached[path.length] === true;
}

/** @returns a test of paths against a pattern as shells write them. */
export function pathPattern(pattern: string): (path: string) => boolean {
  const patterns = alternatives(plainPath(pattern));
  return (path) => patterns.some((each) => fits(each, path));
}
