import { expect, test } from "vitest";
import { CheckList, failCheck, runCheck, skipCheck } from "./check-list.ts";
import { NO_DESCRIPTION } from "./file-description.ts";

const LENGTH = {
  name: "size",
  label: "File size",
  run: ({ text }: { text: string }) =>
    text === ""
      ? failCheck({ message: "The file is empty" })
      : { ok: true as const, detail: "Not empty", facts: { length: text.length } },
} as const;
const NAMED = { ...NO_DESCRIPTION, suggested: { name: "Echo", description: null } };
const SHORT = {
  name: "syntax",
  label: "Syntax",
  run: ({ length }: { length: number }) =>
    length > 3
      ? { ...failCheck({ message: "too long", line: 2 }), description: NAMED }
      : { ok: true as const, warns: true as const, detail: "Short", facts: { isShort: true } },
} as const;
const TRIAL = {
  name: "trial_run",
  label: "Trial run",
  run: () => ({ ok: true as const, detail: "Answered", facts: {} }),
} as const;
const CHECKS = CheckList.for<{ text: string }>().add(LENGTH).add(SHORT);

test("each check gets the facts of earlier checks, and the report of a passed file contains all facts", async () => {
  const report = await CHECKS.run({ text: "abc" });
  expect(report).toEqual({
    passed: true,
    facts: { text: "abc", length: 3, isShort: true },
    description: NO_DESCRIPTION,
    checks: [
      { name: "size", label: "File size", status: "passed", detail: "Not empty" },
      { name: "syntax", label: "Syntax", status: "warning", detail: "Short" },
    ],
  });
  expect((await runCheck(report, TRIAL)).checks.at(-1)).toMatchObject({ status: "passed" });
  expect(skipCheck(TRIAL, report)).toMatchObject({
    status: "skipped",
    detail: "Runs when the agent is uploaded",
  });
});

test("later checks are skipped after the first failure", async () => {
  const report = await CHECKS.run({ text: "" });
  expect(report).toMatchObject({ passed: false, failure: "The file is empty" });
  const why = "Skipped because an earlier check failed";
  expect((await runCheck(report, TRIAL)).checks).toEqual([
    { name: "size", label: "File size", status: "failed", detail: "The file is empty" },
    { name: "syntax", label: "Syntax", status: "skipped", detail: why },
    { name: "trial_run", label: "Trial run", status: "skipped", detail: why },
  ]);
});

test("a failed check names the line and keeps the facts that it read about the file", async () => {
  const report = await CHECKS.run({ text: "abcd" });
  expect(report).toMatchObject({ passed: false, failure: "Line 2: too long", description: NAMED });
  expect(report.checks.at(-1)).toMatchObject({ status: "failed", line: 2 });
});
