import type { Run } from "../interpreter/run.ts";
import { joinTexts, toInteger, toPrimitive, toText } from "../values/conversions.ts";
import { defineMethods } from "./method.ts";
import { MATCHING } from "./string-matching.ts";

/** Methods with plain arguments whose result is not longer than their input. */
const PLAIN = [
  "at",
  "charAt",
  "charCodeAt",
  "codePointAt",
  "endsWith",
  "includes",
  "indexOf",
  "isWellFormed",
  "lastIndexOf",
  "localeCompare",
  "normalize",
  "slice",
  "startsWith",
  "substr",
  "substring",
  "toLocaleLowerCase",
  "toLocaleUpperCase",
  "toLowerCase",
  "toString",
  "toUpperCase",
  "toWellFormed",
  "trim",
  "trimEnd",
  "trimStart",
  "valueOf",
] as const;

type PlainMethod = (this: string, ...args: unknown[]) => unknown;

function definePlain(name: (typeof PLAIN)[number]) {
  const method = String.prototype[name as "at"] as PlainMethod;
  return (run: Run, self: string, args: readonly unknown[]) => {
    run.text(self.length);
    return method.apply(
      self,
      args.map((arg, index) => (index === 2 ? arg : toPrimitive(run, arg, "string"))),
    );
  };
}

function pad(side: "padStart" | "padEnd") {
  return (run: Run, self: string, [length, filler]: readonly unknown[]) => {
    const wanted = toInteger(run, length);
    run.text(Math.max(wanted, self.length));
    return self[side](wanted, filler === undefined ? " " : toText(run, filler));
  };
}

export const STRING_METHODS = defineMethods<string>({
  ...Object.fromEntries(PLAIN.map((name) => [name, definePlain(name)])),
  ...MATCHING,
  concat: (run, self, args) => joinTexts(run, [self, ...args.map((arg) => toText(run, arg))], ""),
  padStart: pad("padStart"),
  padEnd: pad("padEnd"),
  repeat: (run, self, [count]) => {
    const times = toInteger(run, count);
    run.text(self.length * Math.max(times, 0));
    return self.repeat(times);
  },
});
