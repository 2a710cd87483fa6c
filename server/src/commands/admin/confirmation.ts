import { createInterface } from "node:readline/promises";
import { OperatorError } from "../operator-error.ts";
import { printable } from "./words.ts";

/** Returns a function that asks the person at the terminal for confirmation, or nobody if `--yes` was given. */
export function confirmation(isConfirmed: boolean): (question: string) => Promise<void> {
  return async (asked) => {
    if (isConfirmed) return;
    const question = printable(asked);
    if (!process.stdin.isTTY)
      throw new OperatorError(`${question}\nNothing was done: there is nobody to ask. Add --yes to do it.`);
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const answer = await terminal.question(`${question} [y/N] `);
      if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError("Nothing was done.");
    } finally {
      terminal.close();
    }
  };
}
