import type { JsonValue } from "@stoa/runtime/protocol";
import { expect } from "vitest";
import { countInput, countTokens, toOutputText } from "../../server/src/modules/runs/live/text-metering.ts";
import type { ControlRun, Probe, RunEnd } from "./probe.ts";
import { expectNoneLeft } from "./remains.ts";

const MIB = 1 << 20;
/** A number of steps or levels that no limit allows. Every agent is stopped long before it reaches this number. */
const WITHOUT_END = 100_000;

const expectFailure =
  (detail: string | RegExp) =>
  ({ success, cost, detail: detailText }: RunEnd): void => {
    expect(success).toBe(false);
    expect(cost).toBe(0);
    expect(detailText).toMatch(detail);
  };
const expectTimeout = (ended: RunEnd): void => {
  expect(ended.status).toBe("timeout");
  expect(ended.cost).toBe(0);
  expect(ended.seconds).toBeLessThan(6);
};
/** The caller followed the run and read its output, so the caller is charged for the delivered work. */
const expectPaidTimeout = async (ended: RunEnd, message: string): Promise<void> => {
  expect(ended.status).toBe("timeout");
  expect(ended.receipt?.tokens_charged).toBe(await countInput({ message }));
  expect(ended.seconds).toBeLessThan(6);
};
/**
 * With control groups, the kernel ends processes one after the other. Without control groups, the monitor ends the run.
 */
const expectBoundedMemory = ({ success, detail }: RunEnd): void => {
  expect(success || detail === "The agent ran out of memory.", `${detail}`).toBe(true);
};
const isBounded = (ended: RunEnd): void => {
  expect([ended.stop_reason, ended.detail].join(" ")).toMatch(/limit/);
};
const expectForgedOutput = ({ output }: ControlRun): void => expect(output).toContain('"value":"forged');

/** Agents that exhaust a resource. Each must be stopped by a limit of its run. */
const BOMBS: Probe[] = [
  {
    file: "bombs/processes",
    slice: true,
    input: { steps: 12, mebibytes: 256, seconds: 2 },
    checkEnd: expectBoundedMemory,
    control: { input: { steps: 3, mebibytes: 4, seconds: 0 } },
  },
  {
    file: "bombs/forks",
    seconds: 2,
    input: { steps: WITHOUT_END, seconds: 60 },
    checkEnd: ({ status, cost, seconds }) => {
      expect([status, cost]).toEqual(["timeout", 0]);
      // On a busy machine, each of the probe's 64 processes has to wait for the processor before it can end.
      expect(seconds).toBeLessThan(20);
    },
    control: { input: { steps: 3, seconds: 0 } },
  },
  { file: "bombs/threads", input: { steps: 200 }, control: { input: { steps: 200 } } },
  {
    file: "bombs/memory_at_once",
    input: { bytes: 4096 * MIB },
    control: { input: { bytes: 4096 * MIB } },
  },
  {
    file: "bombs/memory_in_pieces",
    slice: true,
    input: { steps: WITHOUT_END },
    checkEnd: expectFailure("The agent ran out of memory."),
    control: { input: { steps: 32 } },
  },
  {
    file: "bombs/disk",
    input: { steps: 1000, sparse_bytes: 2 ** 40 },
    control: { input: { steps: 4, sparse_bytes: 2 ** 30 } },
  },
  { file: "bombs/inodes", input: { steps: 20_000 }, control: { input: { steps: 5000 } } },
  { file: "bombs/descriptors", input: { steps: 200 }, control: { input: { steps: 40 } } },
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
      input: { flood, steps: WITHOUT_END },
      checkEnd: isBounded,
      control: { input: { flood, steps: 3 } },
      ...(flood === "log" ? { slice: true } : {}),
    }),
  ),
  {
    file: "bombs/deep_answers",
    as: "returned",
    input: { event: "result", steps: 1, depth: WITHOUT_END },
    checkEnd: expectFailure("nested too deeply"),
    control: { input: { event: "result", steps: 1, depth: 10 } },
  },
  {
    file: "bombs/deep_answers",
    as: "written",
    input: { event: "result", steps: 200_000, depth: WITHOUT_END },
    checkEnd: expectFailure("nested too deeply"),
    control: { input: { event: "result", steps: 10, depth: 1 } },
  },
  {
    file: "bombs/busy",
    seconds: 1,
    input: { seconds: 60 },
    checkEnd: expectTimeout,
    control: { input: { seconds: 0.1 } },
  },
  {
    file: "bombs/sleep",
    seconds: 1,
    input: { seconds: 60 },
    checkEnd: expectTimeout,
    control: { input: { seconds: 0.1 } },
  },
];

/** Probes that attack the host through the data that it reads from a run. */
const TRICKS: Probe[] = [
  {
    file: "output/links",
    control: { checkControl: ({ verdict, secret }) => expect(verdict?.found).toContain(secret) },
  },
  { file: "output/descriptors", input: { first: 4 }, control: { input: { first: 3 } } },
  {
    file: "output/given_away_pipe",
    input: { seconds: 2 },
    checkEnd: (ended) => {
      expect(ended.detail).toBe("The agent exited without output.");
      expect(ended.seconds).toBeLessThan(8);
    },
    seconds: 30,
    control: {
      input: { seconds: 0.2 },
      checkControl: ({ exit_code, visits }) => expect([exit_code, visits.length]).toEqual([0, 2]),
    },
  },
];

/** Probes that send forged claims, which the host must not believe. */
const FORGERIES: Probe[] = [
  {
    file: "forged/exit_frames",
    as: "then fails",
    slice: true,
    input: { next: "fail" },
    checkEnd: expectFailure("The agent raised ValueError: honest"),
    control: { input: { next: "return" }, checkControl: expectForgedOutput },
  },
  {
    file: "forged/exit_frames",
    as: "then waits",
    seconds: 1,
    input: { next: "wait", seconds: 60 },
    checkEnd: expectPaidTimeout,
    control: { input: { next: "return" }, checkControl: expectForgedOutput },
  },
  { file: "forged/stream", checkEnd: isHonest, control: {} },
  {
    file: "forged/tokens",
    as: "for its own output",
    input: { calls_model: false },
    checkEnd: async ({ success, output, tokens_used }, message) => {
      expect(success).toBe(true);
      const tokens = (await countInput({ message })) + (await countTokens(toOutputText(output as JsonValue)));
      expect(tokens_used).toBe(tokens);
    },
    control: {
      input: { calls_model: false },
      checkControl: ({ output }) => expect(output).toContain('"cost": -1'),
    },
  },
  {
    file: "forged/tokens",
    as: "for a model call",
    input: { calls_model: true },
    checkEnd: ({ success, output, tokens_used, receipt, detail }) => {
      expect(success, `${detail}`).toBe(true);
      const { prompt_tokens, completion_tokens, total_tokens } = Object(Object(output).answer);
      expect(receipt?.models).toMatchObject([{ calls: 1, prompt_tokens, completion_tokens }]);
      expect(tokens_used).toBe(total_tokens);
      expect(total_tokens).toBeGreaterThan(5);
    },
    control: {
      input: { calls_model: false },
      checkControl: ({ output }) => expect(output).toContain('"cost": -1'),
    },
  },
  {
    file: "forged/exit_codes",
    as: "after an answer",
    input: { code: 70, close: false },
    checkEnd: expectFailure("exited with code 70"),
    control: {
      input: { code: 70, close: false },
      checkControl: ({ exit_code }) => expect(exit_code).toBe(70),
    },
  },
  {
    file: "forged/exit_codes",
    as: "after an answer, with all pipes closed",
    input: { code: 3, close: true },
    checkEnd: expectFailure("exited with code 3"),
    control: { input: { code: 3, close: true }, checkControl: ({ exit_code }) => expect(exit_code).toBe(3) },
  },
];

function isHonest({ success, output }: RunEnd): void {
  expect(success).toBe(true);
  expect(output).toBeInstanceOf(Object);
}

/** Probes that leave something behind that must not outlive a run. */
const POISONS: Probe[] = [
  {
    file: "poison/modules",
    slice: true,
    before: Array.from({ length: 4 }, () => ({ step: "poison" })),
    input: { step: "look" },
    control: { before: [{ step: "poison" }], input: { step: "look" } },
  },
  {
    file: "poison/bytecode",
    before: Array.from({ length: 4 }, () => ({ step: "poison" })),
    input: { step: "look" },
    control: { before: [{ step: "poison" }], input: { step: "look" } },
  },
  {
    file: "processes/daemons",
    slice: true,
    input: { seconds: 300 },
    checkEnd: async ({ success, output, seconds }) => {
      expect(success).toBe(true);
      expect(output).toMatchObject({ answer: "honest" });
      // The children hold the run's pipes open for minutes, but the run must not wait for them.
      expect(seconds).toBeLessThan(20);
      await expectNoneLeft("stoa-escape-daemon", 5_000);
    },
    control: { input: { seconds: 0.2 } },
  },
  {
    file: "poison/endings",
    input: { seconds: 0.5 },
    checkEnd: ({ success, output }) => {
      expect(success).toBe(true);
      expect(output).toMatchObject({ answer: "honest" });
    },
    control: { input: { seconds: 0.1 }, checkControl: expectForgedOutput },
  },
];

/** Probes that abuse the model gateway. */
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
    input: { steps: 200, seconds: 1 },
    control: { input: { steps: 200, seconds: 0 } },
  },
  {
    file: "gateway/churn",
    input: { seconds: 2 },
    reaches: ["churned"],
    control: { input: { seconds: 0.2 } },
  },
];

/** The probes that exhaust, forge, leave behind or abuse something. */
export const MISCHIEF: Probe[] = [...BOMBS, ...TRICKS, ...FORGERIES, ...POISONS, ...GATEWAY];
