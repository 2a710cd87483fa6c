import type { Run } from "../interpreter/run.ts";

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
