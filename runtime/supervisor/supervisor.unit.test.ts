import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { AgentOutput, Framework, RuntimeName } from "../protocol/index.ts";
import type { AgentRuntime } from "./agent-runtime.ts";
import { createJob, openTestRuntime, type TestRuntime } from "./python/testing/runtime-fixture.ts";
import { createSupervisor, type RunSlot } from "./supervisor.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ANSWER = createJob("def main(message): return message");
const SLEEP = createJob("import time\ndef main(message): time.sleep(1000)");

let test: TestRuntime;
let runtimes: Map<Framework, AgentRuntime>;

beforeAll(async () => {
  test = await openTestRuntime();
  runtimes = new Map([["stoa", test.runtime]]);
});
afterAll(() => test.close());

function requireSlot(slot: RunSlot | undefined): RunSlot {
  if (!slot) throw new Error("no slot");
  return slot;
}

describe("a supervisor", () => {
  it("accepts no more runs than its capacity, and frees a slot when its run ends", async () => {
    const supervisor = createSupervisor({ runtimes, capacity: 2 });
    const first = requireSlot(supervisor.tryAcquire());
    const second = requireSlot(supervisor.tryAcquire());
    expect(supervisor.tryAcquire()).toBeUndefined();
    const { receipt } = first.start("stoa", ANSWER, () => {});
    expect((await receipt).output).toBe("hello");
    expect(supervisor.active).toBe(1);
    second.release();
    second.release();
    expect(supervisor.active).toBe(0);
  });

  it("lends one extra slot at a time for a run that another run waits for", async () => {
    const supervisor = createSupervisor({ runtimes, capacity: 1 });
    const first = requireSlot(supervisor.tryAcquire());
    expect(first.lend()).toBeUndefined();
    const waiting = first.start("stoa", SLEEP, () => {});
    const lent = requireSlot(first.lend());
    expect([first.lend(), supervisor.tryAcquire()]).toEqual([undefined, undefined]);
    expect((await lent.start("stoa", ANSWER, () => {}).receipt).output).toBe("hello");
    const again = requireSlot(first.lend());
    again.release();
    expect(supervisor.active).toBe(1);
    waiting.cancel();
    await waiting.receipt;
    expect([supervisor.active, first.lend()]).toEqual([0, undefined]);
  });

  it("allows one run per slot", async () => {
    const slot = requireSlot(createSupervisor({ runtimes, capacity: 1 }).tryAcquire());
    const { receipt } = slot.start("stoa", ANSWER, () => {});
    expect(() => slot.start("stoa", ANSWER, () => {})).toThrow("running");
    slot.release();
    await receipt;
  });

  it("refuses a framework without a runtime and keeps the slot usable", () => {
    const supervisor = createSupervisor({ runtimes, capacity: 1 });
    const slot = requireSlot(supervisor.tryAcquire());
    expect(() => slot.start("langchain", ANSWER, () => {})).toThrow("langchain");
    expect(supervisor.getStatus("langchain")).toMatchObject({ available: false });
    expect(supervisor.getStatus("stoa")).toEqual({ available: true });
    slot.release();
    expect(supervisor.active).toBe(0);
  });

  it.each(["langchain", "autogen", "n8n", "stoa"] as const)(
    "fails a run of %s that completes without an answer, and keeps its other output",
    async (framework) => {
      const answering = (output: AgentOutput): AgentRuntime => ({
        environmentDigest: undefined,
        getStatus: () => ({ available: true }),
        inspect: () => Promise.reject(new Error("not asked")),
        start: ({ runId }) => ({
          receipt: Promise.resolve({ runId, outcome: "completed", output, durationMs: 1 }),
          cancel() {},
        }),
        close: () => Promise.resolve(),
      });
      const receiptFor = async (output: AgentOutput, kind: "function" | "declaration" = "function") => {
        const name = kind === "declaration" ? "declarative" : framework;
        const runtimes = new Map<RuntimeName, AgentRuntime>([[name, answering(output)]]);
        const slot = requireSlot(createSupervisor({ runtimes, capacity: 1 }).tryAcquire());
        const job = createJob("", { entry: { name: "run", kind, takes: "none" } });
        return slot.start(framework, job, () => {}).receipt;
      };
      const noAnswer = { outcome: "failed", error: { message: "The agent returned no output" } };
      for (const output of [null, "", " \n\t"]) expect(await receiptFor(output)).toMatchObject(noAnswer);
      expect(await receiptFor("", "declaration")).toMatchObject(noAnswer);
      for (const output of ["a", 0, false, [], {}])
        expect(await receiptFor(output)).toMatchObject({ outcome: "completed", output });
    },
  );
});
