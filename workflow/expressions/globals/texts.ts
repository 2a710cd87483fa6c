import { ExpressionError } from "../expression-error.ts";
import type { Run } from "../interpreter/run.ts";
import { makePattern } from "../methods/string-matching.ts";
import { callValue } from "../values/callable.ts";
import { toNumber, toText } from "../values/conversions.ts";
import { Facade } from "../values/facade.ts";
import { isPlain } from "../values/kinds.ts";
import { define, toJson } from "../values/to-json.ts";
import { defineConstructor, defineFunctions } from "./make.ts";

/** Returns the result of JSON.stringify. Like JavaScript, limits the indentation to ten spaces. */
function stringify(run: Run, [value, replacer, space]: readonly unknown[]): unknown {
  const indent = typeof space === "number" || typeof space === "string" ? space : undefined;
  const fields = Array.isArray(replacer) ? replacer.map((name) => toText(run, name)) : undefined;
  const data = toJson(
    run,
    replacer !== undefined && !fields && replacer !== null ? applyReplacer(run, replacer, value) : value,
  );
  const text = JSON.stringify(data, fields, indent);
  if (text !== undefined) run.text(text.length);
  return text;
}

function applyReplacer(run: Run, replacer: unknown, value: unknown, name = ""): unknown {
  const replacement = callValue(run, replacer, [name, value]);
  if (Array.isArray(replacement))
    return run.within(() =>
      replacement.map((entry, index) => applyReplacer(run, replacer, run.current(entry), String(index))),
    );
  if (!isPlain(replacement)) return replacement;
  return run.within(() => {
    const copy: Record<string, unknown> = {};
    for (const [key, entry] of Object.entries(replacement))
      define(copy, key, applyReplacer(run, replacer, run.current(entry), key));
    return copy;
  });
}

function parseJson(run: Run, [text]: readonly unknown[]): unknown {
  const json = toText(run, text);
  run.text(json.length);
  return JSON.parse(json);
}

function defineCoder(code: (text: string) => string) {
  return (run: Run, [value]: readonly unknown[]) => {
    const text = toText(run, value);
    run.text(text.length);
    return code(text);
  };
}

const PATTERN = defineConstructor("RegExp", {
  construct: (run, [pattern, flags]) =>
    pattern instanceof RegExp
      ? new RegExp(pattern, flags === undefined ? pattern.flags : toText(run, flags))
      : makePattern(
          run,
          pattern === undefined ? "" : toText(run, pattern),
          flags === undefined ? "" : toText(run, flags),
        ),
  holds: (value) => value instanceof RegExp,
});

const STRING = defineConstructor("String", {
  construct: (run, args) => (args.length === 0 ? "" : toText(run, args[0])),
  holds: () => false,
  members: defineFunctions({
    fromCharCode: (run, codes) => String.fromCharCode(...codes.map((code) => toNumber(run, code))),
    fromCodePoint: (run, codes) => String.fromCodePoint(...codes.map((code) => toNumber(run, code))),
    raw: () => {
      throw new ExpressionError("String.raw cannot be used in an expression");
    },
  }),
});

/** The globals that create, parse and encode text, such as `String`, `JSON` and `encodeURIComponent`; also `Boolean`. */
export const TEXTS: Readonly<Record<string, unknown>> = {
  String: STRING,
  RegExp: PATTERN,
  Boolean: defineConstructor("Boolean", { construct: (_run, [value]) => Boolean(value), holds: () => false }),
  JSON: new Facade("JSON", defineFunctions({ stringify: stringify, parse: parseJson })),
  ...defineFunctions({
    encodeURIComponent: defineCoder(encodeURIComponent),
    encodeURI: defineCoder(encodeURI),
    decodeURIComponent: defineCoder(decodeURIComponent),
    decodeURI: defineCoder(decodeURI),
    // oxlint-disable-next-line no-deprecated -- authors use it
    escape: defineCoder(escape),
    // oxlint-disable-next-line no-deprecated -- authors use it
    unescape: defineCoder(unescape),
  }),
};
