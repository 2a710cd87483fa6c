import { readFileSync } from "node:fs";
import type { InputParameter } from "@stoa/runtime/protocol";
import { expect, test } from "vitest";
import { AppError } from "../../../platform/http/app-error.ts";
import { checkInput } from "./run-input.ts";

interface InputCase {
  name: string;
  parameters: InputParameter[];
  takes?: "input_data" | "parameters";
  given: Parameters<typeof checkInput>[1];
  input?: object;
  problems?: string[];
}

/** The laptop runner of the `stoa` package is tested with the same cases, so that both treat an input the same way. */
const FILE = new URL("../../../../../runtime/protocol/input-cases.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(FILE, "utf8")) as { cases: InputCase[] };

function outcome({ parameters, takes = "parameters", given }: InputCase) {
  try {
    return { input: checkInput({ entry: { kind: "function", takes }, inputParameters: parameters }, given) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { problems: error.errors?.map(({ message }) => message) };
  }
}

test.each(cases)("$name", (each) => {
  const expected = each.problems ? { problems: each.problems } : { input: each.input };
  expect(outcome(each)).toEqual(expected);
});
