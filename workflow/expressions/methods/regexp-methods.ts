import type { Run } from "../interpreter/run.ts";
import { toText } from "../values/conversions.ts";
import { methods } from "./method.ts";
import { searchIn } from "./search-in.ts";

export const REGEXP_METHODS = methods<RegExp>({
  test: (run, self, [text]) => {
    const searched = toText(run, text);
    return searchIn(run, self, searched, () => self.test(searched));
  },
  exec: (run, self, [text]) => {
    const searched = toText(run, text);
    return searchIn(run, self, searched, () => self.exec(searched));
  },
  toString: (_run: Run, self: RegExp) => String(self),
});
