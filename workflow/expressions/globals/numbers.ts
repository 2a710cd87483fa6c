import { toInteger, toNumber, toText } from "../values/conversions.ts";
import { Facade } from "../values/facade.ts";
import { defineConstructor, defineFunctions } from "./make.ts";

const MATH = [
  "abs",
  "acos",
  "asin",
  "atan",
  "atan2",
  "cbrt",
  "ceil",
  "cos",
  "exp",
  "floor",
  "hypot",
  "log",
  "log10",
  "log2",
  "max",
  "min",
  "pow",
  "random",
  "round",
  "sign",
  "sin",
  "sqrt",
  "tan",
  "trunc",
] as const;

const READING = defineFunctions({
  parseInt: (run, [text, radix]) => Number.parseInt(toText(run, text), toInteger(run, radix)),
  parseFloat: (run, [text]) => Number.parseFloat(toText(run, text)),
});

const ofNumbers = defineFunctions({
  isInteger: (_run, [value]) => Number.isInteger(value),
  isSafeInteger: (_run, [value]) => Number.isSafeInteger(value),
  isFinite: (_run, [value]) => Number.isFinite(value),
  isNaN: (_run, [value]) => Number.isNaN(value),
});

const NUMBER = defineConstructor("Number", {
  construct: (run, args) => (args.length === 0 ? 0 : toNumber(run, args[0])),
  holds: () => false,
  members: {
    ...READING,
    ...ofNumbers,
    MAX_SAFE_INTEGER: Number.MAX_SAFE_INTEGER,
    MIN_SAFE_INTEGER: Number.MIN_SAFE_INTEGER,
    MAX_VALUE: Number.MAX_VALUE,
    MIN_VALUE: Number.MIN_VALUE,
    EPSILON: Number.EPSILON,
    POSITIVE_INFINITY: Number.POSITIVE_INFINITY,
    NEGATIVE_INFINITY: Number.NEGATIVE_INFINITY,
    NaN: Number.NaN,
  },
});

/** The functions of numbers and Math. */
export const NUMBERS: Readonly<Record<string, unknown>> = {
  ...READING,
  ...defineFunctions({
    isNaN: (run, [value]) => Number.isNaN(toNumber(run, value)),
    isFinite: (run, [value]) => Number.isFinite(toNumber(run, value)),
  }),
  Number: NUMBER,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  Math: new Facade("Math", {
    ...Object.fromEntries(
      MATH.map((name) => {
        const compute: (...all: number[]) => number = Math[name];
        const own = defineFunctions({
          [name]: (run, args) => compute(...args.map((arg) => toNumber(run, arg))),
        });
        return [name, own[name]];
      }),
    ),
    PI: Math.PI,
    E: Math.E,
    LN2: Math.LN2,
    LN10: Math.LN10,
    LOG2E: Math.LOG2E,
    LOG10E: Math.LOG10E,
    SQRT2: Math.SQRT2,
    SQRT1_2: Math.SQRT1_2,
  }),
};
