import type { JsonValue } from "@stoa/runtime/protocol";
import { expect } from "vitest";
import { countInput, countTokens, outputText } from "../../server/src/modules/runs/live/text-metering.ts";
import type { ControlRun, Ended, Probe } from "./probe.ts";

const MIB = 1 << 20;
/** More than any limit allows; the agent is stopped long before. */
const WITHOUT_END = 100_000;

const failsWith =
  (detail: string | RegExp) =>
  ({ success, cost, detail: said }: Ended): void => {
    expect(success).toBe(false);
    expect(cost).toBe(0);
    expect(said).toMatch(detail);
  };
const timesOut = (ended: Ended): void => {
  expect(ended.status).toBe("timeout");
  expect(ended.cost).toBe(0);
  expect(ended.seconds).toBeLessThan(6);
};
/** Its caller followed the run and read its output, so the delivered work is charged. */
const timesOutPaid = async (ended: Ended, message: string): Promise<void> => {
  expect(ended.status).toBe("timeout");
  expect(ended.receipt?.tokens_charged).toBe(await countInput({ message }));
  expect(ended.seconds).toBeLessThan(6);
};
const isBounded = (ended: Ended): void => {
  expect([ended.stop_reason, ended.detail].join(" ")).toMatch(/limit/);
};
const saysForged = ({ output }: ControlRun): void => expect(output).toContain('"value":"forged');

/** Bombs: each reaches a limit of its own run. */
const BOMBS: Probe[] = [
  {
    file: "bombs/processes",
    slice: true,
    given: { steps: 12, mebibytes: 256 },
    control: { given: { steps: 3, mebibytes: 4 } },
  },
  { file: "bombs/threads", given: { steps: 200 }, control: { given: { steps: 200 } } },
  {
    file: "bombs/memory_at_once",
    given: { bytes: 4096 * MIB },
    control: { given: { bytes: 4096 * MIB } },
  },
  {
    file: "bombs/memory_in_pieces",
    slice: true,
    given: { steps: WITHOUT_END },
    ends: failsWith("The agent ran out of memory."),
    control: { given: { steps: 32 } },
  },
  {
    file: "bombs/disk",
    given: { steps: 1000, sparse_bytes: 2 ** 40 },
    control: { given: { steps: 4, sparse_bytes: 2 ** 30 } },
  },
  { file: "bombs/inodes", given: { steps: 20_000 }, control: { given: { steps: 5000 } } },
  { file: "bombs/descriptors", given: { steps: 200 }, control: { given: { steps: 40 } } },
  ...[
    "print",
    "stdout",
    "stderr",
    "events",
    "empty lines",
    "event lines",
    "log",
    "progress",
    "step",
    "output",
  ].map(
    (flood): Probe => ({
      file: "bombs/floods",
      as: flood,
      given: { flood, steps: WITHOUT_END },
      ends: isBounded,
      control: { given: { flood, steps: 3 } },
      ...(flood === "log" ? { slice: true } : {}),
    }),
  ),
  {
    file: "bombs/deep_answers",
    as: "returned",
    given: { event: "result", steps: 1, depth: WITHOUT_END },
    ends: failsWith("nested too deeply"),
    control: { given: { event: "result", steps: 1, depth: 10 } },
  },
  {
    file: "bombs/deep_answers",
    as: "written",
    given: { event: "result", steps: 200_000, depth: WITHOUT_END },
    ends: failsWith("nested too deeply"),
    control: { given: { event: "result", steps: 10, depth: 1 } },
  },
  {
    file: "bombs/busy",
    seconds: 1,
    given: { seconds: 60 },
    ends: timesOut,
    control: { given: { seconds: 0.1 } },
  },
  {
    file: "bombs/sleep",
    seconds: 1,
    given: { seconds: 60 },
    ends: timesOut,
    control: { given: { seconds: 0.1 } },
  },
];

/** Attacks on what the host reads from a run. */
const TRICKS: Probe[] = [
  {
    file: "output/links",
    control: { shows: ({ verdict, secret }) => expect(verdict?.found).toContain(secret) },
  },
  { file: "output/descriptors", given: { first: 4 }, control: { given: { first: 3 } } },
  {
    file: "output/given_away_pipe",
    given: { seconds: 2 },
    ends: (ended) => {
      expect(ended.detail).toBe("The agent ended without an answer.");
      expect(ended.seconds).toBeLessThan(8);
    },
    seconds: 30,
    control: {
      given: { seconds: 0.2 },
      shows: ({ exit_code, visits }) => expect([exit_code, visits.length]).toEqual([0, 2]),
    },
  },
];

/** Claims that the host must not believe. */
const FORGERIES: Probe[] = [
  {
    file: "forged/exit_frames",
    as: "then fails",
    slice: true,
    given: { next: "fail" },
    ends: failsWith("The agent raised ValueError: honest"),
    control: { given: { next: "return" }, shows: saysForged },
  },
  {
    file: "forged/exit_frames",
    as: "then waits",
    seconds: 1,
    given: { next: "wait", seconds: 60 },
    ends: timesOutPaid,
    control: { given: { next: "return" }, shows: saysForged },
  },
  { file: "forged/stream", ends: isHonest, control: {} },
  {
    file: "forged/tokens",
    as: "of its own words",
    given: { calls_model: false },
    ends: async ({ success, output, tokens_used }, message) => {
      expect(success).toBe(true);
      const words = (await countInput({ message })) + (await countTokens(outputText(output as JsonValue)));
      expect(tokens_used).toBe(words);
    },
    control: { given: { calls_model: false }, shows: ({ output }) => expect(output).toContain('"cost": -1') },
  },
  {
    file: "forged/tokens",
    as: "of a model",
    given: { calls_model: true },
    ends: ({ success, output, tokens_used, receipt, detail }) => {
      expect(success, `${detail}`).toBe(true);
      const { prompt_tokens, completion_tokens, total_tokens } = Object(Object(output).answer);
      expect(receipt?.models).toMatchObject([{ calls: 1, prompt_tokens, completion_tokens }]);
      expect(tokens_used).toBe(total_tokens);
      expect(total_tokens).toBeGreaterThan(5);
    },
    control: { given: { calls_model: false }, shows: ({ output }) => expect(output).toContain('"cost": -1') },
  },
  {
    file: "forged/exit_codes",
    as: "success before the end",
    given: { code: 70, close: false },
    ends: failsWith("exit code 70"),
    control: { given: { code: 70, close: false }, shows: ({ exit_code }) => expect(exit_code).toBe(70) },
  },
  {
    file: "forged/exit_codes",
    as: "with all pipes closed",
    given: { code: 3, close: true },
    ends: failsWith("exit code 3"),
    control: { given: { code: 3, close: true }, shows: ({ exit_code }) => expect(exit_code).toBe(3) },
  },
];

function isHonest({ success, output }: Ended): void {
  expect(success).toBe(true);
  expect(output).toBeInstanceOf(Object);
}

/** Things that must not outlive a run. */
const POISONS: Probe[] = [
  {
    file: "poison/modules",
    slice: true,
    before: Array.from({ length: 4 }, () => ({ step: "poison" })),
    given: { step: "look" },
    control: { before: [{ step: "poison" }], given: { step: "look" } },
  },
  {
    file: "poison/bytecode",
    before: Array.from({ length: 4 }, () => ({ step: "poison" })),
    given: { step: "look" },
    control: { before: [{ step: "poison" }], given: { step: "look" } },
  },
  {
    file: "poison/endings",
    given: { seconds: 0.5 },
    ends: ({ success, output }) => {
      expect(success).toBe(true);
      expect(output).toMatchObject({ answer: "honest" });
    },
    control: { given: { seconds: 0.1 }, shows: saysForged },
  },
];

/** Abuse of the model gateway. */
const GATEWAY: Probe[] = [
  {
    file: "gateway/tokens_of_others",
    slice: true,
    reaches: ["own"],
    control: { instead: "its own token works in the same run" },
  },
  {
    file: "gateway/other_routes",
    reaches: ["models"],
    control: { instead: "the models' route answers in the same run" },
  },
  { file: "gateway/huge_requests", control: {} },
  {
    file: "gateway/many_connections",
    given: { steps: 200, seconds: 1 },
    control: { given: { steps: 200, seconds: 0 } },
  },
  {
    file: "gateway/churn",
    given: { seconds: 2 },
    reaches: ["churned"],
    control: { given: { seconds: 0.2 } },
  },
];

/** Everything that an agent must not exhaust, forge, leave behind or abuse. */
export const MISCHIEF: Probe[] = [...BOMBS, ...TRICKS, ...FORGERIES, ...POISONS, ...GATEWAY];
