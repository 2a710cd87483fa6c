import type { Run } from "../interpreter/run.ts";
import { toInteger } from "../values/conversions.ts";
import { defineMethods } from "./method.ts";

/** The steps that creating a number format costs. */
export const FORMAT_COST = 20;

/** Returns a number in the format of a locale. */
export function formatLocaleNumber(run: Run, value: number, [locale, options]: readonly unknown[]): string {
  run.spend(FORMAT_COST);
  return value.toLocaleString(
    (locale as string | undefined) ?? "en-US",
    options as Intl.NumberFormatOptions | undefined,
  );
}

/** The methods of numbers. The default locale is `en-US`. */
export const NUMBER_METHODS = defineMethods<number>({
  toString: (run: Run, self: number, [radix]: readonly unknown[]) =>
    self.toString(radix === undefined ? 10 : toInteger(run, radix)),
  toFixed: (run, self, [digits]) => self.toFixed(toInteger(run, digits)),
  toPrecision: (run, self, [digits]) =>
    digits === undefined ? String(self) : self.toPrecision(toInteger(run, digits)),
  toExponential: (run, self, [digits]) =>
    self.toExponential(digits === undefined ? undefined : toInteger(run, digits)),
  toLocaleString: (run: Run, self: number, args: readonly unknown[]) => formatLocaleNumber(run, self, args),
  valueOf: (_run: Run, self: number) => self,
});

export const BOOLEAN_METHODS = defineMethods<boolean>({
  toString: (_run: Run, self: boolean) => String(self),
  toLocaleString: (_run: Run, self: boolean) => String(self),
  valueOf: (_run: Run, self: boolean) => self,
});
