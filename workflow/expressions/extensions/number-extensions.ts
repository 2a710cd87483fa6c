import { ExpressionError } from "../expression-error.ts";
import type { Run } from "../interpreter/run.ts";
import { formatLocaleNumber } from "../methods/number-methods.ts";
import { toInteger } from "../values/conversions.ts";
import { parseDateNumber } from "./read-date.ts";

type BooleanFunction = (run: Run, self: boolean, args: readonly unknown[]) => unknown;

export const BOOLEAN_EXTENSIONS: Record<string, BooleanFunction> = {
  toBoolean: (_run, self) => self,
  toInt: (_run, self) => (self ? 1 : 0),
  toFloat: (_run, self) => (self ? 1 : 0),
  toNumber: (_run, self) => (self ? 1 : 0),
  toJsonString: (_run, self) => String(self),
  isEmpty: (_run, self) => !self,
  isNotEmpty: (_run, self) => self,
  toDateTime: () => undefined,
};

type NumberFunction = (run: Run, self: number, args: readonly unknown[]) => unknown;

export const NUMBER_EXTENSIONS: Record<string, NumberFunction> = {
  abs: (_run, self) => Math.abs(self),
  ceil: (_run, self) => Math.ceil(self),
  floor: (_run, self) => Math.floor(self),
  round: (run, self, [digits]) => Number(self.toFixed(toInteger(run, digits))),
  format: formatLocaleNumber,
  isEmpty: (_run, self) => !self,
  isNotEmpty: (_run, self) => Boolean(self),
  isEven: (_run, self) => requireInteger(self, "isEven") % 2 === 0,
  isOdd: (_run, self) => Math.abs(requireInteger(self, "isOdd")) % 2 === 1,
  isInteger: (_run, self) => Number.isInteger(self),
  random: (_run, self) => Math.floor(Math.random() * self),
  toBoolean: (_run, self) => self !== 0,
  toDateTime: (run, self, [format]) => parseDateNumber(run, self, format),
  toInt: (_run, self) => Math.round(self),
  toFloat: (_run, self) => self,
  toNumber: (_run, self) => self,
  toJsonString: (_run, self) => JSON.stringify(self),
};

function requireInteger(value: number, name: string): number {
  if (!Number.isInteger(value)) throw new ExpressionError(`${name}() can only be called on whole numbers`);
  return value;
}
