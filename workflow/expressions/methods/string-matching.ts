import { ExpressionError } from "../expression-error.ts";
import { MAX_ENTRIES, MAX_PATTERN } from "../interpreter/limits.ts";
import type { Run } from "../interpreter/run.ts";
import { Callable, callValue } from "../values/callable.ts";
import { toInteger, toText } from "../values/conversions.ts";
import { searchIn } from "./search-text.ts";

type StringMethod = (run: Run, self: string, args: readonly unknown[]) => unknown;

/** The methods that search a string for a string or a regular expression. */
export const MATCHING: Record<string, StringMethod> = {
  match: (run, self, [pattern]) => {
    const by = toPattern(run, pattern);
    const found = searchIn(run, by, self, () => self.match(by));
    if (found) run.entries(found.length);
    return found;
  },
  matchAll: (run, self, [pattern]) => {
    if (pattern instanceof RegExp && !pattern.flags.includes("g"))
      throw new TypeError("String.prototype.matchAll called with a non-global RegExp argument");
    const by = toPattern(run, pattern, "g");
    return searchIn(run, by, self, () => {
      const found: unknown[] = [];
      for (const match of self.matchAll(by)) {
        found.push(match);
        run.spend(1);
      }
      return found;
    });
  },
  search: (run, self, [pattern]) => {
    const by = toPattern(run, pattern);
    return searchIn(run, by, self, () => self.search(by));
  },
  split: (run, self, [separator, limit]) => {
    const most = limit === undefined ? MAX_ENTRIES + 1 : toInteger(run, limit) >>> 0;
    const by = separator instanceof RegExp || separator === undefined ? separator : toText(run, separator);
    const parts =
      by === undefined
        ? [self].slice(0, most)
        : searchIn(run, by, self, () => self.split(by, Math.min(most, MAX_ENTRIES + 1)));
    run.entries(parts.length);
    return run.own(parts);
  },
  replace: (run, self, [pattern, replacement]) =>
    replaceMatches(
      run,
      self,
      pattern instanceof RegExp ? pattern : toText(run, pattern),
      replacement,
      "replace",
    ),
  replaceAll: (run, self, [pattern, replacement]) => {
    if (pattern instanceof RegExp && !pattern.flags.includes("g"))
      throw new TypeError("replaceAll must be called with a global RegExp");
    const by = pattern instanceof RegExp ? pattern : toText(run, pattern);
    return replaceMatches(run, self, by, replacement, "replaceAll");
  },
};

function toPattern(run: Run, pattern: unknown, flags = ""): RegExp {
  return pattern instanceof RegExp
    ? pattern
    : makePattern(run, pattern === undefined ? "" : toText(run, pattern), flags);
}

/** Creates a regular expression. @throws SyntaxError if it is invalid, ExpressionError if it is too long */
export function makePattern(run: Run, source: string, flags: string): RegExp {
  if (source.length > MAX_PATTERN)
    throw new ExpressionError("a regular expression in it is longer than 10,000 characters");
  run.spend(1);
  return new RegExp(source, flags);
}

/**
 * Replaces matches. Every part is counted before the host joins them, because a short string may grow until it fills
 * the memory.
 */
function replaceMatches(
  run: Run,
  self: string,
  pattern: string | RegExp,
  replacement: unknown,
  method: "replace" | "replaceAll",
): string {
  const isFunction = replacement instanceof Callable;
  const template = isFunction ? "" : toText(run, replacement);
  let length = self.length;
  const sliceText = (...found: unknown[]) => {
    run.spend(1);
    const piece = isFunction
      ? toText(run, callValue(run, replacement, found))
      : expandReplacement(template, self, found, run);
    length += piece.length;
    run.text(length);
    run.spend(-length / 64);
    return piece;
  };
  return searchIn(run, pattern, self, () => self[method](pattern, sliceText));
}

/** Reads `$1`, `$&`, `$<name>` and similar in a replacement. */
function expandReplacement(template: string, self: string, found: readonly unknown[], run: Run): string {
  if (!template.includes("$")) return template;
  const groups =
    typeof found.at(-1) === "object" ? (found.at(-1) as Record<string, string | undefined>) : undefined;
  const position = found.findLastIndex((part) => typeof part === "number");
  const [match, at] = [String(found[0]), Number(found[position])];
  let length = 0;
  return template.replace(/\$(?:\$|&|`|'|(\d\d?)|<([^>]*)>)/g, (sign, number?: string, name?: string) => {
    const piece = readInsertion(sign, number, name);
    length += piece.length;
    run.fits(length);
    return piece;
  });

  function readInsertion(sign: string, number: string | undefined, name: string | undefined): string {
    if (sign === "$$") return "$";
    if (sign === "$&") return match;
    if (sign === "$`") return self.slice(0, at);
    if (sign === "$'") return self.slice(at + match.length);
    if (name !== undefined) return groups ? String(groups[name] ?? "") : sign;
    return readGroup(sign, number ?? "");
  }

  function readGroup(sign: string, digits: string): string {
    for (const length of [2, 1]) {
      const index = Number(digits.slice(0, length));
      if (digits.length >= length && index > 0 && index < position)
        return ((found[index] as string | undefined) ?? "") + digits.slice(length);
    }
    return sign;
  }
}
